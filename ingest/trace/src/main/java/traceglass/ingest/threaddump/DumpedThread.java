package traceglass.ingest.threaddump;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A thread in a dump; filled in while its lines are read.
final class DumpedThread {

    /// Marks an unknown number.
    static final long NONE = -1;

    /// Relation of a thread to a lock.
    enum Relation {
        HOLDS,
        /// The thread cannot continue until the owner releases the lock.
        NEEDS,
        /// The thread waits to be notified, without holding the lock.
        WAITS_ON
    }

    /// A lock of a thread.
    ///
    /// @param lock address or another id, unique in the dump
    /// @param type class of the lock; may be ""
    /// @param owner id of the thread that holds the lock; [#NONE] if the dump does not specify it here
    record Lock(Relation relation, String lock, String type, long owner) {

        String text() {
            return type.isEmpty() ? lock : lock + " (" + type + ")";
        }
    }

    /// A stack frame.
    ///
    /// @param library module or native library, or null
    /// @param file source file, or null
    /// @param line -1 if unknown
    record Frame(String library, String function, String file, long line) {}

    final String name;
    /// Id in the virtual machine.
    long id;
    /// Id in the operating system.
    long tid = NONE;
    boolean isVirtual;
    /// State such as `RUNNABLE` or `Native`; "" if the dump has none.
    String state = "";
    /// Stack frames, innermost first.
    final List<Frame> frames = new ArrayList<>();
    final List<Lock> locks = new ArrayList<>();
    /// Further properties by name.
    final Map<String, String> properties = new LinkedHashMap<>();

    DumpedThread(String name, long id) {
        this.name = name;
        this.id = id;
    }

    /// Returns whether the thread currently holds the lock; it does not while it waits to be notified.
    boolean holds(Lock lock) {
        return lock.relation == Relation.HOLDS
                && locks.stream().noneMatch(l -> l.relation == Relation.WAITS_ON && l.lock.equals(lock.lock));
    }
}
