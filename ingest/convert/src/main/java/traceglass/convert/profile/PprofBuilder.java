package traceglass.convert.profile;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.protos.foreign.pprof.Function;
import traceglass.protos.foreign.pprof.Label;
import traceglass.protos.foreign.pprof.Line;
import traceglass.protos.foreign.pprof.Location;
import traceglass.protos.foreign.pprof.Mapping;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.Sample;
import traceglass.protos.foreign.pprof.ValueType;

/// Builds a profile in the pprof format. Samples with the same stack and labels are combined, adding up their values.
public final class PprofBuilder {

    private record SampleKey(List<Long> locations, Map<String, String> labels) {}

    private record FunctionKey(String name, String systemName, String file) {}

    private final Profile.Builder profile = Profile.newBuilder();
    private final Map<String, Long> texts = new LinkedHashMap<>();
    private final Map<SampleKey, long[]> samples = new LinkedHashMap<>();
    private final Map<FunctionKey, Long> functions = new HashMap<>();
    private final Map<List<Object>, Long> locations = new HashMap<>();
    private final Map<ProfileStacks.Mapping, Long> mappings = new HashMap<>();
    private final int valueCount;

    /// @param types name and unit of each value
    public PprofBuilder(String[]... types) {
        text("");
        valueCount = types.length;
        for (String[] type : types) {
            profile.addSampleType(ValueType.newBuilder().setType(text(type[0])).setUnit(text(type[1])));
        }
    }

    /// Adds a sample.
    ///
    /// @param locationIds ids of the locations, innermost first
    /// @param added a number for each value type; additional numbers are ignored
    public void add(List<Long> locationIds, Map<String, String> labels, long... added) {
        long[] sums = samples.computeIfAbsent(new SampleKey(locationIds, labels), k -> new long[valueCount]);
        for (int i = 0; i < valueCount; i++) {
            sums[i] += added[i];
        }
    }

    /// Returns the id of a location for a frame of native code or of a runtime.
    ///
    /// @param inlined the functions at this address, innermost first
    /// @param mapping mapping that contains the address; null if unknown
    long location(List<ProfileFrame> inlined, ProfileStacks.@Nullable Mapping mapping) {
        ProfileFrame first = inlined.getFirst();
        List<Object> key = List.of(first.mapping(), first.address(), inlined);
        return locations.computeIfAbsent(key, k -> {
            long id = locations.size() + 1L;
            Location.Builder location = Location.newBuilder().setId(id);
            if (mapping != null) {
                location.setMappingId(mapping(mapping));
                location.setAddress(mapping.start() + first.address() - mapping.offset());
            }
            for (ProfileFrame f : inlined) {
                location.addLine(Line.newBuilder().setFunctionId(function(f)).setLine(f.line()));
            }
            profile.addLocation(location);
            return id;
        });
    }

    /// Returns the id of a location that consists only of a name.
    public long location(String name) {
        return location(List.of(new ProfileFrame(name, name, "", 0, "", -1, 0)), null);
    }

    /// Sets the value that is shown by default.
    ///
    /// @param type name of the value
    public void setDefault(String type) {
        profile.setDefaultSampleType(text(type));
    }

    private long function(ProfileFrame f) {
        String systemName = f.systemName().isEmpty() ? f.function() : f.systemName();
        return functions.computeIfAbsent(new FunctionKey(f.function(), systemName, f.file()), k -> {
            long id = functions.size() + 1L;
            profile.addFunction(Function.newBuilder()
                    .setId(id)
                    .setName(text(k.name))
                    .setSystemName(text(k.systemName))
                    .setFilename(text(k.file)));
            return id;
        });
    }

    private long mapping(ProfileStacks.Mapping m) {
        return mappings.computeIfAbsent(m, k -> {
            long id = mappings.size() + 1L;
            profile.addMapping(Mapping.newBuilder()
                    .setId(id)
                    .setMemoryStart(m.start())
                    .setMemoryLimit(m.end())
                    .setFileOffset(m.offset())
                    .setFilename(text(m.name()))
                    .setBuildId(text(m.buildId()))
                    .setHasFunctions(true));
            return id;
        });
    }

    private long text(String text) {
        return texts.computeIfAbsent(text, t -> (long) texts.size());
    }

    /// Returns whether the profile has no samples.
    boolean isEmpty() {
        return samples.isEmpty();
    }

    /// Encodes the profile.
    ///
    /// @param timeNs wall-clock time of the profile in ns since the epoch; 0 if unknown
    public byte[] build(long timeNs, long durationNs) {
        samples.forEach((key, sums) -> {
            Sample.Builder sample = Sample.newBuilder().addAllLocationId(key.locations);
            for (long v : sums) {
                sample.addValue(v);
            }
            key.labels.forEach((name, value) ->
                    sample.addLabel(Label.newBuilder().setKey(text(name)).setStr(text(value))));
            profile.addSample(sample);
        });
        if (timeNs > 0) {
            profile.setTimeNanos(timeNs);
        }
        if (durationNs > 0) {
            profile.setDurationNanos(durationNs);
        }
        return profile.clearStringTable()
                .addAllStringTable(new ArrayList<>(texts.keySet()))
                .build()
                .toByteArray();
    }
}
