package traceglass.analysis.sched;

import java.util.Optional;
import traceglass.analysis.events.PackageRef;
import traceglass.analysis.events.ThreadRef;

/// A thread's turn on a CPU.
///
/// @param endState why it ended, in words
/// @param stateId the `thread_state` that goes with it
/// @param wakeTs when it was made ready to run
/// @param waker the thread that did that; empty when an interrupt did, or nobody knows
/// @param wakerState the waker's `thread_state`
/// @param app package and user of the process
public record SchedFacts(
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
        boolean wokenByInterrupt,
        Optional<PackageRef> app) {}
