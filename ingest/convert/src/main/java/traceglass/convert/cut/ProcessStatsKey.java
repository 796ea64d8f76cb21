package traceglass.convert.cut;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import traceglass.protos.system.ProcessStatsProcessDecoder;

/// Identifies the values of a process in `ProcessStats` (ps/process_stats.proto).
final class ProcessStatsKey {

    private ProcessStatsKey() {}

    /// Returns the key of the values of a process. Values with the same key have the same fields of the same
    /// process, so later ones replace earlier ones.
    static Object of(ProcessStatsProcessDecoder process) {
        TreeSet<Integer> fields = new TreeSet<>();
        for (int i = 0; i < process.otherCount(); i++) {
            fields.add(process.otherNumber(i));
        }
        List<Object> key = new ArrayList<>(fields);
        key.add("pid " + process.pid());
        return key;
    }
}
