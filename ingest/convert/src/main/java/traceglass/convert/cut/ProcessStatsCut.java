package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.system.ProcessStats;

/// Reads values of processes in `ProcessStats` (ps/process_stats.proto).
final class ProcessStatsCut {

    private final ProtoCursor cursor = new ProtoCursor();

    /// Returns the pid of the values at the cursor, a `ProcessStats.Process`.
    long pid(ProtoCursor process) {
        return cursor.enter(process).seek(ProcessStats.Process.PID_FIELD_NUMBER) ? cursor.asLong() : 0;
    }

    /// Returns a key for the values at the cursor, a `ProcessStats.Process`. They replace earlier values with
    /// the same key: the same fields of the same process.
    Object key(ProtoCursor process) {
        long pid = 0;
        TreeSet<Integer> fields = new TreeSet<>();
        for (cursor.enter(process); cursor.next(); ) {
            if (cursor.field() == ProcessStats.Process.PID_FIELD_NUMBER) {
                pid = cursor.asLong();
            } else {
                fields.add(cursor.field());
            }
        }
        List<Object> key = new ArrayList<>(fields);
        key.add("pid " + pid);
        return key;
    }
}
