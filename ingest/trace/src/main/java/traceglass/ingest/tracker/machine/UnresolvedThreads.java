package traceglass.ingest.tracker.machine;

import java.util.function.IntConsumer;

/// Relations of threads whose process is not known yet: threads of the same process, and processes that a thread
/// created.
final class UnresolvedThreads {

    private final ThreadAssociations sameProcess = new ThreadAssociations();
    private final ThreadAssociations creations = new ThreadAssociations();

    boolean isEmpty() {
        return sameProcess.size() == 0 && creations.size() == 0;
    }

    /// Records that two threads belong to the same process.
    void addSameProcess(int utid1, int utid2) {
        sameProcess.add(utid1, utid2);
    }

    /// Records that a thread created a process.
    void addCreation(int utid, int upid) {
        creations.add(utid, upid);
    }

    /// Removes the relations of a thread whose process is now known, and of threads that belong to the same process.
    ///
    /// @param created receives the processes that these threads created
    /// @param member receives the other threads of the process
    void resolve(int first, IntConsumer created, IntConsumer member) {
        RowList resolved = new RowList();
        resolved.add(first);
        while (resolved.size() > 0) {
            int utid = resolved.removeLast();
            for (int i = 0; i < creations.size(); ) {
                if (creations.left(i) == utid) {
                    created.accept(creations.right(i));
                    creations.removeAt(i);
                } else {
                    i++;
                }
            }
            for (int i = 0; i < sameProcess.size(); ) {
                int a = sameProcess.left(i);
                int b = sameProcess.right(i);
                if (a != utid && b != utid) {
                    i++;
                    continue;
                }
                int other = a == utid ? b : a;
                member.accept(other);
                sameProcess.removeAt(i);
                resolved.add(other);
            }
        }
    }
}
