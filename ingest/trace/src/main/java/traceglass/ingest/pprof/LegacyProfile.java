package traceglass.ingest.pprof;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// A profile in one of the formats that predate profile.proto: stacks of addresses. Function names and the memory map
/// come after the stacks, so the profile is written at the end.
final class LegacyProfile {

    /// @param name kind of value, e.g. `cpu`
    record Type(String name, String unit) {}

    /// @param addresses addresses, innermost first
    /// @param values one value for each type
    private record Sample(long[] addresses, double[] values, Labels labels) {}

    /// Labels of a sample.
    ///
    /// @param blockSize size of each allocated block, 0 if the values are not allocations
    /// @param thread number of the thread, [#NO_THREAD] if unknown
    private record Labels(long blockSize, long thread) {

        static final Labels NONE = new Labels(0, NO_THREAD);
    }

    private static final long NO_THREAD = -1;

    private final ImportContext context;
    private final List<Type> types;
    private final List<Sample> samples = new ArrayList<>();
    private final LongMap<List<Symbol>> symbols = new LongMap<>();
    private final AddressMap<StackProfiles.MappingParams> memory = new AddressMap<>();

    /// Function at an address.
    ///
    /// @param file source file, or null
    /// @param line 0 if unknown
    record Symbol(String name, String file, long line) {}

    LegacyProfile(ImportContext context, List<Type> types) {
        this.context = context;
        this.types = types;
    }

    /// @param blockSize size of each allocated block, 0 if the values are not allocations
    void add(long[] addresses, double[] values, long blockSize) {
        add(addresses, values, blockSize, NO_THREAD);
    }

    void add(long[] addresses, double[] values, long blockSize, long thread) {
        samples.add(new Sample(addresses, values, new Labels(blockSize, thread)));
    }

    boolean isEmpty() {
        return samples.isEmpty();
    }

    /// Adds a function at an address; further functions at the same address are those into which it is inlined.
    void addSymbol(long address, Symbol symbol) {
        List<Symbol> existing = symbols.computeIfAbsent(address, a -> new ArrayList<>(1));
        if (!existing.contains(symbol)) {
            existing.add(symbol);
        }
    }

    void addMapping(StackProfiles.MappingParams mapping) {
        if (Long.compareUnsigned(mapping.start(), mapping.end()) < 0) {
            memory.putTrimming(mapping.start(), mapping.end(), mapping);
        }
    }

    void write() {
        AggregateProfiles profiles = new AggregateProfiles(context.storage());
        int[] rows = new int[types.size()];
        for (int i = 0; i < rows.length; i++) {
            Type type = types.get(i);
            rows[i] = profiles.profile(PprofWriter.SCOPE, "pprof " + type.name, type.name, type.unit);
        }
        LongIntMap frames = new LongIntMap();
        Map<Labels, Long> labels = new HashMap<>();
        StackProfiles.Mapping unknown = context.stackProfiles().dummy("[unknown]");
        for (Sample sample : samples) {
            int callsite = -1;
            for (int i = sample.addresses.length - 1; i >= 0; i--) {
                callsite = addFrames(callsite, sample.addresses[i], unknown, frames);
            }
            if (callsite < 0) {
                callsite = context.stackProfiles()
                        .callsite(-1, unknown.frame(0, context.strings().intern("[unknown]"), -1, -1));
            }
            long label = sample.labels.equals(Labels.NONE)
                    ? LongColumn.NULL
                    : labels.computeIfAbsent(sample.labels, l -> write(l, profiles));
            for (int i = 0; i < rows.length; i++) {
                profiles.add(rows[i], callsite, sample.values[i], label);
            }
        }
    }

    private static long write(Labels labels, AggregateProfiles profiles) {
        long set = profiles.labelSet();
        if (labels.blockSize != 0) {
            profiles.addLabel(set, "bytes", labels.blockSize, "bytes");
        }
        if (labels.thread != NO_THREAD) {
            profiles.addLabel(set, "thread", labels.thread, null);
        }
        return set;
    }

    /// Adds the frame of an address, and the frames inlined there, as callees of a callsite.
    private int addFrames(int caller, long address, StackProfiles.Mapping unknown, LongIntMap frames) {
        AddressMap.Range<StackProfiles.MappingParams> range = memory.find(address);
        StackProfiles.Mapping mapping =
                range == null ? unknown : context.stackProfiles().mapping(range.value());
        long relPc = range == null
                ? address
                : address - range.value().start() + range.value().exactOffset();
        List<Symbol> named = symbols.get(address);
        if (named == null) {
            int frame = frames.get(address);
            if (frame == LongIntMap.NONE) {
                frame = mapping.frame(relPc, StringPool.NULL, -1, -1);
                frames.put(address, frame);
            }
            return context.stackProfiles().callsite(caller, frame);
        }
        int callsite = caller;
        for (int i = named.size() - 1; i >= 0; i--) {
            Symbol s = named.get(i);
            int file = s.file == null ? -1 : context.strings().intern(s.file);
            int frame = mapping.frame(relPc, context.strings().intern(s.name), file, s.line > 0 ? s.line : -1);
            if (i > 0 || named.size() == 1) {
                callsite = context.stackProfiles().callsite(callsite, frame);
                continue;
            }
            context.stackProfiles().setFrameType(frame, context.strings().intern("inlined"));
            callsite = context.stackProfiles().callsite(callsite, frame);
        }
        return callsite;
    }
}
