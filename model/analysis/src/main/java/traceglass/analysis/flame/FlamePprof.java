package traceglass.analysis.flame;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import traceglass.protos.foreign.pprof.Function;
import traceglass.protos.foreign.pprof.Line;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Mapping;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;

/// Gzipped pprof profile of frames: a message of `profile.proto` of github.com/google/pprof, in which strings,
/// functions and locations are numbered and a sample lists its locations from the innermost frame outward.
public final class FlamePprof {

    private final Profile.Builder profile = Profile.newBuilder();
    private final Map<String, Long> strings = new HashMap<>();
    private final Map<String, Long> functions = new HashMap<>();
    private final Map<String, Long> mappings = new HashMap<>();

    private record LocationKey(long function, long mapping) {}

    private final Map<LocationKey, Long> locations = new HashMap<>();

    private FlamePprof() {}

    /// @param durationNs duration of the displayed data, 0 if it has none
    public static byte[] of(FlameFrames frames, List<FlameMeasure> measures, long durationNs) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(out)) {
            new FlamePprof().profile(frames, measures, durationNs).writeTo(zip);
        }
        return out.toByteArray();
    }

    private Profile profile(FlameFrames frames, List<FlameMeasure> measures, long durationNs) {
        string("");
        for (FlameMeasure m : measures) {
            profile.addSampleType(ValueType.newBuilder()
                    .setType(string(m.pprofType()))
                    .setUnit(string(m.unit().pprofUnit())));
        }
        if (durationNs > 0) {
            profile.setDurationNanos(durationNs);
        }
        long[] location = new long[frames.size()];
        for (int i = 1; i < frames.size(); i++) {
            if (frames.isUpward(i)) {
                continue;
            }
            location[i] = location(frames.name()[i], frames.module()[i]);
            boolean hasAny = false;
            for (int v = 0; v < measures.size(); v++) {
                hasAny |= frames.self()[v][i] != 0;
            }
            if (hasAny) {
                Sample.Builder sample = profile.addSampleBuilder();
                for (int ancestor = i; ancestor > 0; ancestor = frames.parent()[ancestor]) {
                    sample.addLocationId(location[ancestor]);
                }
                for (int v = 0; v < measures.size(); v++) {
                    sample.addValue(frames.self()[v][i]);
                }
            }
        }
        return profile.build();
    }

    private long string(String text) {
        return strings.computeIfAbsent(text, t -> {
            profile.addStringTable(t);
            return profile.getStringTableCount() - 1L;
        });
    }

    /// Ids start at 1: 0 means none.
    private long location(String name, String module) {
        long function = functions.computeIfAbsent(name, n -> {
            long id = profile.getFunctionCount() + 1L;
            profile.addFunction(
                    Function.newBuilder().setId(id).setName(string(n)).setSystemName(string(n)));
            return id;
        });
        long mapping = module.isEmpty()
                ? 0
                : mappings.computeIfAbsent(module, m -> {
                    long id = profile.getMappingCount() + 1L;
                    profile.addMapping(Mapping.newBuilder()
                            .setId(id)
                            .setFilename(string(m))
                            .setHasFunctions(true));
                    return id;
                });
        return locations.computeIfAbsent(new LocationKey(function, mapping), p -> {
            long id = profile.getLocationCount() + 1L;
            Location.Builder l = profile.addLocationBuilder()
                    .setId(id)
                    .addLine(Line.newBuilder().setFunctionId(function));
            if (mapping > 0) {
                l.setMappingId(mapping);
            }
            return id;
        });
    }
}
