package traceglass.convert.size;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import traceglass.convert.profile.PprofBuilder;

/// Writes the sizes of the fields of a trace as a profile in the pprof format, with a frame for each level of the
/// structure. The values are the number of fields, their total size, and the largest, smallest and median size. The
/// total does not include nested fields, because flame graphs add them.
public final class SizeProfile {

    private static final int MAX_DEPTH = 200;
    private static final String TOTAL = "total_size";
    private static final String BYTES = "bytes";

    private final PprofBuilder profile = new PprofBuilder(
            new String[] {"fields", "count"},
            new String[] {TOTAL, BYTES},
            new String[] {"max_size", BYTES},
            new String[] {"min_size", BYTES},
            new String[] {"median_size", BYTES});

    private SizeProfile() {}

    /// Writes the profile, compressed with gzip as usual for this format.
    public static void write(TraceSize sizes, OutputStream out) throws IOException {
        SizeProfile writer = new SizeProfile();
        writer.profile.setDefault(TOTAL);
        writer.add(sizes.packets(), List.of());
        // Not closed, because that would close the caller's stream.
        GZIPOutputStream zip = new GZIPOutputStream(out);
        zip.write(writer.profile.build(0, 0));
        zip.finish();
    }

    /// @param enclosing locations of the enclosing fields, innermost first
    private void add(FieldSize field, List<Long> enclosing) {
        List<Long> stack = new ArrayList<>(enclosing.size() + 1);
        stack.add(profile.location(field.name() + " (" + field.type() + ")"));
        stack.addAll(enclosing);
        profile.add(stack, Map.of(), field.count(), field.self(), field.max(), field.min(), field.median());
        if (stack.size() < MAX_DEPTH) {
            field.fields().forEach(f -> add(f, stack));
        }
    }
}
