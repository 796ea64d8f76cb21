package traceglass.convert.size;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import traceglass.protos.foreign.pprof.Function;
import traceglass.protos.foreign.pprof.Line;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;

/// Writes the sizes of the fields of a trace as a profile in the pprof format: a frame for each level of the structure.
/// The values are the number of fields, their total size, and the largest, smallest and median size. The total is that
/// of the field without the fields in it, as flame graphs add those up.
public final class SizeProfile {

    private static final int MAX_DEPTH = 200;

    private final Profile.Builder profile = Profile.newBuilder();
    private final Map<String, Long> strings = new LinkedHashMap<>();
    private final Map<String, Long> locations = new LinkedHashMap<>();

    private SizeProfile() {
        text("");
    }

    /// Writes the profile, compressed with gzip as usual for this format.
    public static void write(TraceSize sizes, OutputStream out) throws IOException {
        SizeProfile writer = new SizeProfile();
        for (String[] type : List.of(
                new String[] {"fields", "count"},
                new String[] {"total_size", "bytes"},
                new String[] {"max_size", "bytes"},
                new String[] {"min_size", "bytes"},
                new String[] {"median_size", "bytes"})) {
            writer.profile.addSampleType(
                    ValueType.newBuilder().setType(writer.text(type[0])).setUnit(writer.text(type[1])));
        }
        writer.profile.setDefaultSampleType(writer.text("total_size"));
        writer.add(sizes.packets(), List.of());
        writer.profile.addAllStringTable(writer.strings.keySet());
        try (GZIPOutputStream zip = new GZIPOutputStream(out) {
            @Override
            public void close() throws IOException {
                // The stream below is the caller's.
                finish();
            }
        }) {
            writer.profile.build().writeTo(zip);
        }
    }

    /// @param above locations of the fields around this one, innermost first
    private void add(FieldSize field, List<Long> above) {
        List<Long> stack = new ArrayList<>(above.size() + 1);
        stack.add(location(field.name() + " (" + field.type() + ")"));
        stack.addAll(above);
        profile.addSample(Sample.newBuilder()
                .addAllLocationId(stack)
                .addValue(field.count())
                .addValue(field.self())
                .addValue(field.max())
                .addValue(field.min())
                .addValue(field.median()));
        if (stack.size() < MAX_DEPTH) {
            field.fields().forEach(f -> add(f, stack));
        }
    }

    private long location(String name) {
        return locations.computeIfAbsent(name, n -> {
            long id = locations.size() + 1L;
            profile.addFunction(Function.newBuilder().setId(id).setName(text(n)).setSystemName(text(n)));
            profile.addLocation(
                    Location.newBuilder().setId(id).addLine(Line.newBuilder().setFunctionId(id)));
            return id;
        });
    }

    private long text(String text) {
        return strings.computeIfAbsent(text, t -> (long) strings.size());
    }
}
