package traceglass.ingest.pprof;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stack.AggregateProfiles;
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
    long of(byte[] sample) {
        StringBuilder key = null;
        ProtoCursor c = new ProtoCursor();
        for (c.enter(sample, 0, sample.length); c.next(); ) {
            if (c.field() == PprofFields.SAMPLE_LABEL && c.wire() == ProtoCursor.BYTES) {
                key = key == null ? new StringBuilder() : key;
                key.append((char) c.length())
                        .append(new String(c.buffer(), c.offset(), c.length(), StandardCharsets.ISO_8859_1));
            }
        }
        return key == null ? LongColumn.NULL : sets.computeIfAbsent(key.toString(), k -> write(sample));
    }

    private long write(byte[] sample) {
        long set = profiles.labelSet();
        ProtoCursor c = new ProtoCursor();
        ProtoCursor label = new ProtoCursor();
        for (c.enter(sample, 0, sample.length); c.next(); ) {
            if (c.field() == PprofFields.SAMPLE_LABEL) {
                write(set, label.enter(c));
            }
        }
        return set;
    }

    private void write(long set, ProtoCursor label) {
        String key = "";
        String text = null;
        String unit = null;
        long number = 0;
        while (label.next()) {
            switch (label.field()) {
                case PprofFields.LABEL_KEY -> key = messages.string(label.asLong());
                case PprofFields.LABEL_STR -> text = messages.string(label.asLong());
                case PprofFields.LABEL_NUM -> number = label.asLong();
                case PprofFields.LABEL_UNIT -> unit = messages.string(label.asLong());
                default -> {}
            }
        }
        if (text != null && !text.isEmpty()) {
            profiles.addLabel(set, key == null ? "" : key, text);
        } else {
            profiles.addLabel(set, key == null ? "" : key, number, unit == null || unit.isEmpty() ? null : unit);
        }
    }
}
