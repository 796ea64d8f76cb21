package traceglass.service.probe.perf;

import com.google.protobuf.ByteString;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.profiling.Callstack;
import traceglass.protos.profiling.Frame;
import traceglass.protos.profiling.InternedString;
import traceglass.protos.profiling.Mapping;
import traceglass.protos.trace.InternedData;

/// Interning ids of the callstacks, frames, mappings and strings of a sequence, each written once.
final class FrameInterner {

    /// A mapping as written to the trace.
    ///
    /// @param path path without the leading slash
    record TraceMapping(
            String path, ByteString buildId, long start, long end, long exactOffset, long startOffset, long loadBias) {}

    /// A frame as written to the trace.
    ///
    /// @param function name of the function; empty if unknown
    record TraceFrame(TraceMapping mapping, String function, long relativePc) {}

    /// Maximum number of frames before the sequence restarts, to bound memory here and in every reader.
    private static final int MAX_FRAMES = 200_000;

    private final Map<String, Long> functions = new HashMap<>();
    private final Map<String, Long> paths = new HashMap<>();
    private final Map<ByteString, Long> buildIds = new HashMap<>();
    private final Map<TraceMapping, Long> mappings = new HashMap<>();
    private final Map<TraceFrame, Long> frames = new HashMap<>();
    /// Ids by object identity: a faster lookup for frame objects seen before, as most are.
    private final IdentityHashMap<TraceFrame, Long> knownFrames = new IdentityHashMap<>();
    private final Map<List<Long>, Long> callstacks = new HashMap<>();

    /// Clears all state, because the sequence restarts.
    void clear() {
        List.of(functions, paths, buildIds, mappings, frames, knownFrames, callstacks)
                .forEach(Map::clear);
    }

    boolean isFull() {
        return knownFrames.size() > MAX_FRAMES || callstacks.size() > MAX_FRAMES;
    }

    /// Returns the id of a callstack. Adds new entries to the packet's interned data.
    ///
    /// @param outermostFirst frames, outermost first
    long callstack(List<TraceFrame> outermostFirst, InternedData.Builder added) {
        Long[] ids = new Long[outermostFirst.size()];
        for (int i = 0; i < ids.length; i++) {
            TraceFrame frame = outermostFirst.get(i);
            Long existing = knownFrames.get(frame);
            if (existing == null) {
                existing = frame(frame, added);
                knownFrames.put(frame, existing);
            }
            ids[i] = existing;
        }
        List<Long> key = Arrays.asList(ids);
        return callstacks.computeIfAbsent(key, k -> {
            long iid = callstacks.size() + 1L;
            added.addCallstacks(Callstack.newBuilder().setIid(iid).addAllFrameIds(k));
            return iid;
        });
    }

    private long frame(TraceFrame frame, InternedData.Builder added) {
        Long existing = frames.get(frame);
        if (existing != null) {
            return existing;
        }
        long iid = frames.size() + 1L;
        Frame.Builder built = Frame.newBuilder()
                .setIid(iid)
                .setMappingId(mapping(frame.mapping(), added))
                .setRelPc(frame.relativePc());
        if (!frame.function().isEmpty()) {
            built.setFunctionNameId(functions.computeIfAbsent(frame.function(), name -> {
                InternedString text = text(functions.size() + 1L, ByteString.copyFromUtf8(name));
                added.addFunctionNames(text);
                return text.getIid();
            }));
        }
        added.addFrames(built);
        frames.put(frame, iid);
        return iid;
    }

    private long mapping(TraceMapping mapping, InternedData.Builder added) {
        Long existing = mappings.get(mapping);
        if (existing != null) {
            return existing;
        }
        long iid = mappings.size() + 1L;
        Mapping.Builder built = Mapping.newBuilder()
                .setIid(iid)
                .setStart(mapping.start())
                .setEnd(mapping.end())
                .setExactOffset(mapping.exactOffset())
                .setStartOffset(mapping.startOffset())
                .setLoadBias(mapping.loadBias());
        if (!mapping.buildId().isEmpty()) {
            built.setBuildId(buildIds.computeIfAbsent(mapping.buildId(), id -> {
                InternedString text = text(buildIds.size() + 1L, id);
                added.addBuildIds(text);
                return text.getIid();
            }));
        }
        for (String name :
                mapping.path().isEmpty() ? new String[0] : mapping.path().split("/")) {
            built.addPathStringIds(paths.computeIfAbsent(name, n -> {
                InternedString text = text(paths.size() + 1L, ByteString.copyFromUtf8(n));
                added.addMappingPaths(text);
                return text.getIid();
            }));
        }
        added.addMappings(built);
        mappings.put(mapping, iid);
        return iid;
    }

    private static InternedString text(long iid, ByteString bytes) {
        return InternedString.newBuilder().setIid(iid).setStr(bytes).build();
    }
}
