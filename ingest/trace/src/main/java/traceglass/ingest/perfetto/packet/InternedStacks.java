package traceglass.ingest.perfetto.packet;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stack.StackProfiles.MappingParams;
import traceglass.protos.profiling.CallstackDecoder;
import traceglass.protos.profiling.FrameDecoder;
import traceglass.protos.profiling.MappingDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Converts the interned mappings, frames and callstacks of a sequence to rows (profiling/common.proto of the format).
public final class InternedStacks {

    /// Marks a missing process, mapping or callsite.
    public static final int NONE = -1;

    private static final SequenceState.Key<InternedStacks> KEY = SequenceState.Key.of(InternedStacks::new);
    private static final String[] KINDS = {null, "native", "kernel", "interpreted", "jit", "gc", "runtime"};

    private record Id(int upid, long iid) {

        @Override
        public boolean equals(Object o) {
            return o instanceof Id i && upid == i.upid && iid == i.iid;
        }

        @Override
        public int hashCode() {
            return upid * 31 + Long.hashCode(iid);
        }
    }

    private final Map<Id, StackProfiles.Mapping> mappings = new HashMap<>();
    private final Map<Id, Integer> frames = new HashMap<>();
    private final Map<Id, Integer> callstacks = new HashMap<>();
    private final MappingDecoder mapping = new MappingDecoder();
    private final FrameDecoder frame = new FrameDecoder();
    private final CallstackDecoder callstack = new CallstackDecoder();
    private StackProfiles.Mapping dummy;

    private InternedStacks() {}

    /// Returns the instance of a sequence.
    public static InternedStacks of(SequenceState state) {
        return state.get(KEY);
    }

    /// Returns the mapping with this iid in the memory of the sequence's process; returns null and counts an error
    /// if there is none.
    public StackProfiles.Mapping mapping(ImportContext context, SequenceState state, long iid) {
        int upid = state.hasThread() ? context.processes().process(state.pid() & 0xFFFF_FFFFL) : NONE;
        return mapping(context, state, upid, iid);
    }

    /// Returns the mapping with this iid in the memory of a process; returns null and counts an error if there is
    /// none.
    public StackProfiles.Mapping mapping(ImportContext context, SequenceState state, int upid, long iid) {
        Id id = new Id(upid, iid);
        StackProfiles.Mapping mapping = mappings.get(id);
        if (mapping != null) {
            return mapping;
        }
        InternedMessage message = state.interned(InternedData.MAPPINGS_FIELD_NUMBER, iid);
        if (message == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_MAPPING_ID);
            return null;
        }
        StackProfiles.Mapping created = createMapping(context, state, upid, message);
        if (created != null) {
            mappings.put(id, created);
        }
        return created;
    }

    private StackProfiles.Mapping createMapping(
            ImportContext context, SequenceState state, int upid, InternedMessage message) {
        MappingDecoder m = message.decode(mapping);
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < m.pathStringIdsCount(); i++) {
            int part = state.internedString(InternedData.MAPPING_PATHS_FIELD_NUMBER, m.pathStringIds(i));
            if (part < 0) {
                context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
                break;
            }
            path.append('/')
                    .append(part == StringPool.NULL ? "" : context.strings().get(part));
        }
        long start = m.start();
        long end = m.end();
        String name = path.toString();
        // Chrome writes the whole path as one part.
        name = name.startsWith("//") ? name.substring(1) : name;
        String buildId = buildId(context, state, m.buildId());
        if (buildId == null) {
            return null;
        }
        MappingParams params =
                new MappingParams(name, buildId, start, end, m.exactOffset(), m.startOffset(), m.loadBias());
        StackProfiles profiles = context.stackProfiles();
        if (start == 0 && end == 0 && m.exactOffset() == 0 && buildId.isEmpty() && name.equals("/kernel")) {
            return profiles.kernel(params);
        }
        boolean isEmpty = Long.compareUnsigned(start, end) >= 0;
        return isEmpty || upid == NONE ? profiles.mapping(params) : profiles.userMapping(upid, params);
    }

    /// Returns a build id in hexadecimal, empty for iid 0; returns null and counts an error if it was not interned.
    private static String buildId(ImportContext context, SequenceState state, long iid) {
        if (iid == 0) {
            return "";
        }
        int id = state.internedString(InternedData.BUILD_IDS_FIELD_NUMBER, iid);
        if (id < 0) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
            return null;
        }
        return id == StringPool.NULL
                ? ""
                : StackProfiles.buildIdHex(context.strings().utf8(id));
    }

    /// Returns the row of the innermost callsite of a callstack; returns [#NONE] and counts an error if it is
    /// invalid.
    ///
    /// @param upid process in which it was sampled, or [#NONE]
    public int callstack(ImportContext context, SequenceState state, int upid, long iid) {
        Id id = new Id(upid, iid);
        Integer existing = callstacks.get(id);
        if (existing != null) {
            return existing;
        }
        InternedMessage message = state.interned(InternedData.CALLSTACKS_FIELD_NUMBER, iid);
        if (message == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_CALLSTACK_ID);
            return NONE;
        }
        int callsite = NONE;
        int depth = 0;
        CallstackDecoder c = message.decode(callstack);
        for (int i = 0; i < c.frameIdsCount(); i++) {
            int frame = frame(context, state, upid, c.frameIds(i));
            if (frame < 0) {
                return NONE;
            }
            callsite = context.stackProfiles().callsite(callsite, frame, depth++);
        }
        if (callsite == NONE) {
            context.stats().increment(StatNames.STACKPROFILE_EMPTY_CALLSTACK);
            return NONE;
        }
        callstacks.put(id, callsite);
        return callsite;
    }

    /// Returns the row of a frame; returns [#NONE] and counts an error if it is invalid.
    public int frame(ImportContext context, SequenceState state, int upid, long iid) {
        Id id = new Id(upid, iid);
        Integer existing = frames.get(id);
        if (existing != null) {
            return existing;
        }
        InternedMessage message = state.interned(InternedData.FRAMES_FIELD_NUMBER, iid);
        if (message == null) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_FRAME_ID);
            return NONE;
        }
        FrameDecoder f = message.decode(frame);
        long line = f.hasLineNumber() ? f.lineNumber() & 0xFFFF_FFFFL : -1;
        int type = f.hasKindStr()
                ? context.strings().intern(f.buffer(), f.kindStrOffset(), f.kindStrLength())
                : type(context, f.kind());
        int function = f.functionNameId() == 0
                ? StringPool.NULL
                : text(context, state, InternedData.FUNCTION_NAMES_FIELD_NUMBER, f.functionNameId());
        int source = !f.hasSourcePathIid()
                ? -1
                : f.sourcePathIid() == 0
                        ? Integer.MIN_VALUE
                        : text(context, state, InternedData.SOURCE_PATHS_FIELD_NUMBER, f.sourcePathIid());
        if (function < 0 || f.hasSourcePathIid() && source < 0) {
            return NONE;
        }
        int row;
        if (f.mappingId() == 0) {
            if (dummy == null) {
                dummy = context.stackProfiles().dummy("");
            }
            row = dummy.dummyFrame(function, source, line);
        } else {
            StackProfiles.Mapping mapping = mapping(context, state, upid, f.mappingId());
            if (mapping == null) {
                return NONE;
            }
            row = mapping.frame(f.relPc(), function, source, line);
        }
        if (type != StringPool.NULL) {
            context.stackProfiles().setFrameType(row, type);
        }
        frames.put(id, row);
        return row;
    }

    /// Returns the string id of the frame type's name, or [StringPool#NULL].
    private static int type(ImportContext context, int kind) {
        return kind > 0 && kind < KINDS.length ? context.strings().intern(KINDS[kind]) : StringPool.NULL;
    }

    private static int text(ImportContext context, SequenceState state, int field, long iid) {
        int id = state.internedString(field, iid);
        if (id < 0) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_STRING_ID);
        }
        return id;
    }
}
