"""Decides which tasks workers run: work off what was asked for, and sweep for what nobody took."""

from celery import shared_task

from rulings.services import recompute_pending


@shared_task(name="rulings.tasks.recompute")
def recompute() -> int:
    """Work off the standing requests; sent after every commit that left one."""
    return recompute_pending()


@shared_task(name="rulings.tasks.sweep")
def sweep() -> int:
    """Pick up requests whose nudge was lost; run by the beat."""
    return recompute_pending()


def nudge() -> None:
    """Wake a worker. Raises when the broker can't be reached."""
    recompute.apply_async(retry=False, ignore_result=True)
