package traceglass.ingest.tracker.stack;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import traceglass.ingest.collection.AddressMap;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Elements of callstacks on one machine: memory mappings, frames in them, and callsites, each a frame with a parent
/// callsite. Writes deduplicated rows of the `stack_profile_*` tables.
public final class StackProfiles {

    private static final int NO_PROCESS = -1;

    private final TraceStorage storage;
    private final StatsTracker.View stats;
    private final Table mappings;
    private final Table frames;
    private final Table callsites;
    private final Table symbols;
    private final StringPool strings;
    private final Map<MappingParams, Mapping> interned = new HashMap<>();
    private final Map<Integer, AddressMap<Mapping>> userMemory = new HashMap<>();
    private final Map<Integer, AddressMap<JitCache>> jitCaches = new HashMap<>();
    private final IntColumn depths;
    private int[] depthOf = new int[256];
    private final IntColumn parents;
    private final IntColumn frameIds;
    /// Callsites by parent and frame, and callsites whose depth differs from the one that their parent implies.
    private final LongIntMap regularRows = new LongIntMap();
    private final Map<Callsite, Integer> callsiteRows = new HashMap<>();
    private final List<Mapping> allMappings = new ArrayList<>();
    private final AddressMap<Mapping> kernelModules = new AddressMap<>();
    private Mapping kernel;

    /// A file, or a part of it, mapped into the memory of a process.
    ///
    /// @param buildIdHex build id in hexadecimal; empty if unknown
    /// @param start first address, unsigned
    /// @param end address after the last one, unsigned
    /// @param exactOffset file offset of `start`, in bytes
    /// @param startOffset file offset of the ELF header, in bytes
    /// @param loadBias difference between addresses in the file and in memory
    public record MappingParams(
            String name, String buildIdHex, long start, long end, long exactOffset, long startOffset, long loadBias) {

        // Hand-written, like those below, because the generated record methods are slow until compiled.
        @Override
        public boolean equals(Object o) {
            return o instanceof MappingParams p
                    && start == p.start
                    && end == p.end
                    && exactOffset == p.exactOffset
                    && startOffset == p.startOffset
                    && loadBias == p.loadBias
                    && Objects.equals(name, p.name)
                    && Objects.equals(buildIdHex, p.buildIdHex);
        }

        @Override
        public int hashCode() {
            long numbers = (((start * 31 + end) * 31 + exactOffset) * 31 + startOffset) * 31 + loadBias;
            return (Objects.hashCode(name) * 31 + Objects.hashCode(buildIdHex)) * 31 + Long.hashCode(numbers);
        }
    }

    private record Callsite(int parent, int frame, int depth) {

        @Override
        public boolean equals(Object o) {
            return o instanceof Callsite c && parent == c.parent && frame == c.frame && depth == c.depth;
        }

        @Override
        public int hashCode() {
            return (parent * 31 + frame) * 31 + depth;
        }
    }

    private record FrameKey(long relPc, int name, int sourceFile, long line) {

        @Override
        public boolean equals(Object o) {
            return o instanceof FrameKey k
                    && relPc == k.relPc
                    && name == k.name
                    && sourceFile == k.sourceFile
                    && line == k.line;
        }

        @Override
        public int hashCode() {
            return ((Long.hashCode(relPc) * 31 + name) * 31 + sourceFile) * 31 + Long.hashCode(line);
        }
    }

    /// A mapping and its frames.
    public final class Mapping {

        private final int row;
        private final int upid;
        private final MappingParams params;
        /// Whether the mapping may contain code compiled at run time.
        private boolean isJitted;
        private final Map<FrameKey, Integer> frameRows = new HashMap<>();
        private final LongMap<List<Integer>> framesByPc = new LongMap<>();

        /// Returns whether the mapping has no addresses and is therefore shared by all processes.
        public boolean hasNoAddresses() {
            return Long.compareUnsigned(params.start, params.end) >= 0;
        }

        private Mapping(MappingParams params) {
            this(params, NO_PROCESS);
        }

        private Mapping(MappingParams params, int upid) {
            this.params = params;
            this.upid = upid;
            row = mappings.addRow();
            mappings.strings(TableNames.StackProfileMapping.BUILD_ID).set(row, strings.intern(params.buildIdHex));
            mappings.longs(TableNames.StackProfileMapping.EXACT_OFFSET).set(row, params.exactOffset);
            mappings.longs(TableNames.StackProfileMapping.START_OFFSET).set(row, params.startOffset);
            mappings.longs(TableNames.StackProfileMapping.START).set(row, params.start);
            mappings.longs(TableNames.StackProfileMapping.END).set(row, params.end);
            mappings.longs(TableNames.StackProfileMapping.LOAD_BIAS).set(row, params.loadBias);
            mappings.strings(TableNames.StackProfileMapping.NAME).set(row, strings.intern(params.name));
            allMappings.add(this);
        }

        /// Returns the row in `stack_profile_mapping`.
        public int row() {
            return row;
        }

        public MappingParams params() {
            return params;
        }

        /// Returns the row of the frame at this address with this function, adding it if it is new.
        ///
        /// @param relPc address relative to the file
        /// @param nameId string id of the function name; [StringPool#NULL] if unknown
        /// @param sourceFile string id of the path of the source file; -1 if unknown
        /// @param line line in the source file; -1 if unknown
        public int frame(long relPc, int nameId, int sourceFile, long line) {
            AddressMap.Range<JitCache> jit = isJitted ? jitCaches.get(upid).find(toAddress(relPc)) : null;
            return jit != null
                    ? jit.value().frame(this, relPc, nameId)
                    : frame(new FrameKey(relPc, nameId, -1, -1), sourceFile, line, sourceFile >= 0 || line >= 0);
        }

        /// Returns the row of a frame known only by name, in a mapping created by [StackProfiles#dummy].
        public int dummyFrame(int nameId, int sourceFile, long line) {
            return frame(new FrameKey(0, nameId, sourceFile, line), sourceFile, line, true);
        }

        private int frame(FrameKey key, int sourceFile, long line, boolean withSymbol) {
            Integer existing = frameRows.get(key);
            if (existing != null) {
                return existing;
            }
            long symbolSet = LongColumn.NULL;
            if (withSymbol) {
                int symbol = symbols.addRow();
                symbolSet = symbol;
                symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID).set(symbol, symbol);
                symbols.strings(TableNames.StackProfileSymbol.NAME).set(symbol, key.name);
                symbols.strings(TableNames.StackProfileSymbol.SOURCE_FILE)
                        .set(symbol, sourceFile >= 0 ? sourceFile : StringPool.NULL);
                if (line >= 0) {
                    symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER).set(symbol, line);
                }
            }
            int frame = newFrame(key.relPc, key.name, symbolSet);
            frameRows.put(key, frame);
            return frame;
        }

        int newFrame(long relPc, int nameId, long symbolSet) {
            int frame = frames.addRow();
            frames.strings(TableNames.StackProfileFrame.NAME).set(frame, nameId);
            frames.ints(TableNames.StackProfileFrame.MAPPING).set(frame, row);
            frames.longs(TableNames.StackProfileFrame.REL_PC).set(frame, relPc);
            frames.longs(TableNames.StackProfileFrame.SYMBOL_SET_ID).set(frame, symbolSet);
            framesByPc.computeIfAbsent(relPc, pc -> new ArrayList<>()).add(frame);
            return frame;
        }

        /// Returns the rows of the frames at this address, for later symbolization.
        public List<Integer> framesAt(long relPc) {
            List<Integer> rows = framesByPc.get(relPc);
            return rows == null ? List.of() : rows;
        }

        /// Converts an address relative to the file to a memory address.
        public long toAddress(long relPc) {
            return relPc - params.loadBias - params.exactOffset + params.start;
        }
    }

    /// @param stats statistics in which frames of unknown compiled code are counted
    public StackProfiles(TraceStorage storage, StatsTracker.View stats) {
        this.storage = storage;
        this.stats = stats;
        strings = storage.strings();
        mappings = storage.table(TableNames.StackProfileMapping.TABLE);
        frames = storage.table(TableNames.StackProfileFrame.TABLE);
        callsites = storage.table(TableNames.StackProfileCallsite.TABLE);
        depths = callsites.ints(TableNames.StackProfileCallsite.DEPTH);
        parents = callsites.ints(TableNames.StackProfileCallsite.PARENT_ID);
        frameIds = callsites.ints(TableNames.StackProfileCallsite.FRAME_ID);
        symbols = storage.table(TableNames.StackProfileSymbol.TABLE);
    }

    /// Returns the mapping with exactly these properties, adding it if it is new.
    public Mapping mapping(MappingParams params) {
        return interned.computeIfAbsent(params, Mapping::new);
    }

    /// Adds a mapping to the memory of a process, replacing the mappings that it overlaps.
    public Mapping userMapping(int upid, MappingParams params) {
        Mapping m = new Mapping(params, upid);
        userMemory.computeIfAbsent(upid, u -> new AddressMap<>()).putTrimming(params.start, params.end, m);
        AddressMap<JitCache> caches = jitCaches.get(upid);
        if (caches != null) {
            caches.forEachOverlap(params.start, params.end, c -> m.isJitted = true);
        }
        return m;
    }

    /// Returns the mapping of a process that contains an address, or null. Code compiled at run time needs no
    /// mapping of its own: one is created at the address where such code is found.
    public Mapping userMappingAt(int upid, long address) {
        AddressMap<Mapping> memory = userMemory.get(upid);
        AddressMap.Range<Mapping> range = memory == null ? null : memory.find(address);
        if (range != null) {
            return range.value();
        }
        AddressMap<JitCache> caches = jitCaches.get(upid);
        AddressMap.Range<JitCache> jit = caches == null ? null : caches.find(address);
        if (jit == null) {
            return null;
        }
        JitCache c = jit.value();
        return userMapping(upid, new MappingParams("[jit: " + c.name() + "]", "", c.start(), c.end(), 0, 0, 0));
    }

    /// Adds a memory range of a process into which functions are compiled from now on.
    public JitCache jitCache(String name, int upid, long start, long end) {
        JitCache cache = new JitCache(storage, stats, name, start, end);
        jitCaches.computeIfAbsent(upid, u -> new AddressMap<>()).putTrimming(start, end, cache);
        AddressMap<Mapping> memory = userMemory.get(upid);
        if (memory != null) {
            memory.forEachOverlap(start, end, m -> m.isJitted = true);
        }
        return cache;
    }

    /// Returns the kernel's own mapping, adding it if it is new.
    public Mapping kernel(MappingParams params) {
        if (kernel == null) {
            kernel = new Mapping(params);
        }
        return kernel;
    }

    /// Adds a mapping of a kernel module, replacing the mappings of modules that it overlaps.
    public Mapping kernelModule(MappingParams params) {
        Mapping m = new Mapping(params);
        kernelModules.putTrimming(params.start, params.end, m);
        return m;
    }

    /// Returns the mapping of the kernel or of one of its modules that contains an address, or null.
    public Mapping kernelMappingAt(long address) {
        AddressMap.Range<Mapping> module = kernelModules.find(address);
        if (module != null) {
            return module.value();
        }
        return kernel != null
                        && Long.compareUnsigned(kernel.params.start, address) <= 0
                        && Long.compareUnsigned(address, kernel.params.end) < 0
                ? kernel
                : null;
    }

    /// Adds a mapping for frames known only by name.
    public Mapping dummy(String name) {
        return new Mapping(new MappingParams(name, "", 0, -1, 0, 0, 0));
    }

    /// Returns the mappings of a file, given its name and build id.
    public List<Mapping> find(String name, String buildIdHex) {
        return allMappings.stream()
                .filter(m -> m.params.name.equals(name) && m.params.buildIdHex.equals(buildIdHex))
                .toList();
    }

    /// Sets the rows of `stack_profile_symbol` for a frame.
    public void setSymbols(int frame, int symbolSet) {
        frames.longs(TableNames.StackProfileFrame.SYMBOL_SET_ID).set(frame, symbolSet);
    }

    /// Sets the type of a frame.
    ///
    /// @param typeId string id of the type, e.g. `native`
    public void setFrameType(int frame, int typeId) {
        frames.strings(TableNames.StackProfileFrame.TYPE).set(frame, typeId);
    }

    /// Returns the row of a callsite that is one level deeper than its parent, adding it if it is new.
    ///
    /// @param parent callsite of the caller; -1 for the outermost one, whose depth is 0
    public int callsite(int parent, int frame) {
        return callsite(parent, frame, parent < 0 ? 0 : depthOf[parent] + 1);
    }

    /// Returns the row of a callsite, adding it if it is new.
    ///
    /// @param parent callsite of the caller; -1 for the outermost one
    public int callsite(int parent, int frame, int depth) {
        // Nearly all callsites are one level deeper than their parent.
        boolean isRegular = depth == (parent < 0 ? 0 : depthOf[parent] + 1);
        long regularKey = (long) (parent + 1) << Integer.SIZE | frame;
        Callsite key = isRegular ? null : new Callsite(parent, frame, depth);
        int existing = isRegular ? regularRows.get(regularKey) : callsiteRows.getOrDefault(key, LongIntMap.NONE);
        if (existing != LongIntMap.NONE) {
            return existing;
        }
        int row = callsites.addRow();
        depths.set(row, depth);
        setDepth(row, depth);
        parents.set(row, parent < 0 ? IntColumn.NULL : parent);
        frameIds.set(row, frame);
        if (isRegular) {
            regularRows.put(regularKey, row);
        } else {
            callsiteRows.put(key, row);
        }
        return row;
    }

    private void setDepth(int row, int depth) {
        if (row >= depthOf.length) {
            depthOf = Arrays.copyOf(depthOf, Math.max(row + 1, depthOf.length * 2));
        }
        depthOf[row] = depth;
    }

    /// Moves a callsite that was treated as an outermost one below its caller.
    public void reparent(int callsite, int parent, int depth) {
        parents.set(callsite, parent);
        depths.set(callsite, depth);
        setDepth(callsite, depth);
    }

    /// Returns the mapping name for the parts of a path. Chrome writes the whole path as one part.
    public static String path(List<String> parts) {
        StringBuilder path = new StringBuilder();
        for (String part : parts) {
            path.append('/').append(part);
        }
        return path.length() > 1 && path.charAt(0) == '/' && path.charAt(1) == '/'
                ? path.substring(1)
                : path.toString();
    }

    /// Returns a build id in hexadecimal. Chrome writes some as 33 hexadecimal characters.
    public static String buildIdHex(byte[] raw) {
        return raw.length == 33
                ? new String(raw, StandardCharsets.ISO_8859_1)
                : HexFormat.of().formatHex(raw);
    }
}
