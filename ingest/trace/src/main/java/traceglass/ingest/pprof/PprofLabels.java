package traceglass.ingest.pprof;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.protos.foreign.pprof.LabelDecoder;
import traceglass.protos.foreign.pprof.PprofSampleDecoder;
import traceglass.store.table.LongColumn;

/// Writes the labels of samples, such as goroutine labels and sizes of allocated blocks. Samples with equal labels
/// share a set.
final class PprofLabels {

    private final PprofMessages messages;
    private final AggregateProfiles profiles;
    private final Map<String, Long> sets = new HashMap<>();

    PprofLabels(PprofMessages messages, AggregateProfiles profiles) {
        this.messages = messages;
        this.profiles = profiles;
    }

    /// Returns the label set of an encoded sample; [LongColumn#NULL] if it has no labels.
    long of(PprofSampleDecoder sample) {
        StringBuilder key = null;
        for (int i = 0; i < sample.labelCount(); i++) {
            key = key == null ? new StringBuilder() : key;
            key.append((char) sample.labelLength(i))
                    .append(new String(
                            sample.buffer(),
                            sample.labelOffset(i),
                            sample.labelLength(i),
                            StandardCharsets.ISO_8859_1));
        }
        return key == null ? LongColumn.NULL : sets.computeIfAbsent(key.toString(), k -> write(sample));
    }

    private long write(PprofSampleDecoder sample) {
        long set = profiles.labelSet();
        LabelDecoder label = new LabelDecoder();
        for (int i = 0; i < sample.labelCount(); i++) {
            write(set, sample.label(i, label));
        }
        return set;
    }

    private void write(long set, LabelDecoder label) {
        String name = label.hasKey() ? messages.string(label.key()) : null;
        String key = name == null ? "" : name;
        String text = label.hasStr() ? messages.string(label.str()) : null;
        String unit = label.hasNumUnit() ? messages.string(label.numUnit()) : null;
        if (text != null && !text.isEmpty()) {
            profiles.addLabel(set, key, text);
        } else {
            profiles.addLabel(set, key, label.num(), unit == null || unit.isEmpty() ? null : unit);
        }
    }
}
