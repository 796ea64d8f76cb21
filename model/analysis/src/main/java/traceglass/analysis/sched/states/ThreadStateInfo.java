package traceglass.analysis.sched.states;

import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventLink;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;

/// Properties of a thread state.
public record ThreadStateInfo(
        long id,
        long ts,
        long dur,
        String state,
        Long cpu,
        String blockedFunction,
        Optional<ThreadRef> thread,
        Long schedId,
        Long priority,
        Optional<ThreadRef> waker,
        Long wakerState,
        boolean isWokenByInterrupt,
        Optional<EventLink> previous,
        Optional<EventLink> next,
        List<EventLink> woken,
        Optional<PackageRef> app) {}
