package traceglass.analysis.sched;

import java.util.Optional;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;

/// Properties of a scheduling slice.
///
/// @param endState readable state in which it ended, such as `Sleeping`
/// @param stateId corresponding `thread_state`
/// @param wakeTs time at which the thread became runnable
/// @param waker thread that woke it; empty for an interrupt, or if unknown
/// @param wakerState `thread_state` of the waker
/// @param app package and user of the process
public record SchedSliceInfo(
        long id,
        long ts,
        long dur,
        long cpu,
        String endState,
        Long priority,
        Optional<ThreadRef> thread,
        Long stateId,
        Long wakeTs,
        Optional<ThreadRef> waker,
        Long wakerState,
        boolean isWokenByInterrupt,
        Optional<PackageRef> app) {}
