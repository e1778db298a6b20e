"""Training a network by letting it play itself. The only room that needs torch: the extra `train`."""

from lasttrick.core.errors import LastTrickError


def need_torch() -> None:
    """Say what to install if torch is not there."""
    try:
        import torch  # noqa: F401
    except ImportError:
        raise LastTrickError('Training needs torch; install it with: pip install "lasttrick[train]"') from None
