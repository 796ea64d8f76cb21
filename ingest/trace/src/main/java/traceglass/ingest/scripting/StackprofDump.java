package traceglass.ingest.scripting;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.store.names.StatNames;

/// Reads the dumps that stackprof writes: a hash in Ruby's marshal format.
final class StackprofDump {

    /// Number of bytes at the start of a dump in which the mode and the interval are found.
    private static final int START_BYTES = 200;

    private StackprofDump() {}

    static boolean isDump(byte[] head) {
        if (!RubyMarshal.isHash(head)) {
            return false;
        }
        String start = new String(head, 0, Math.min(head.length, START_BYTES), StandardCharsets.ISO_8859_1);
        return start.contains(":\tmode") && start.contains(":\rinterval");
    }

    static void read(TraceInput input, StackprofProfile profile, ImportContext context) throws IOException {
        RubyMarshal in = new RubyMarshal(new BufferedInputStream(input.asStream(), 1 << 16));
        try {
            for (long remaining = in.beginHash(); remaining > 0; remaining--) {
                readMember(in.readValue(), in.readValue(), profile, context);
            }
        } catch (RubyMarshal.DamagedDataException e) {
            context.logs().recordAt(StatNames.SCRIPT_PROFILE_TRUNCATED, input.position(), null);
        }
    }

    private static void readMember(Object key, Object value, StackprofProfile profile, ImportContext context) {
        switch (key instanceof String name ? name : "") {
            case "mode" -> profile.mode = value instanceof String mode ? mode : profile.mode;
            case "raw" -> profile.raw = numbersOr(value, profile.raw);
            case "raw_timestamp_deltas" -> profile.deltas = numbersOr(value, profile.deltas);
            case "frames" -> {
                if (value instanceof Map<?, ?> frames) {
                    frames.forEach((id, frame) -> profile.methods.put(id(id), method(frame)));
                }
            }
            case "samples", "gc_samples", "missed_samples", "interval" -> {
                if (value instanceof Number n) {
                    context.metadata().setDynamic("stackprof_" + key, n.longValue());
                }
            }
            default -> {
                // Other members repeat the data of the frames and the raw stacks.
            }
        }
    }

    private static GrowingLongs numbersOr(Object value, GrowingLongs fallback) {
        return value instanceof GrowingLongs numbers ? numbers : fallback;
    }

    private static String id(Object value) {
        return value instanceof Number n ? Long.toUnsignedString(n.longValue()) : String.valueOf(value);
    }

    private static StackprofProfile.Method method(Object value) {
        Map<?, ?> m = value instanceof Map<?, ?> map ? map : Map.of();
        String name = m.get("name") instanceof String s ? s : "";
        String file = m.get("file") instanceof String s && !s.isEmpty() ? s : null;
        long line = m.get("line") instanceof Number n ? n.longValue() : 0;
        double samples = m.get("samples") instanceof Number n ? n.doubleValue() : 0;
        return new StackprofProfile.Method(name, file, line, samples);
    }
}
