package traceglass.ingest.nativeheap;

import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.tracker.stack.NamedFrames;

/// Python functions and frames of a memray recording, by id.
final class MemrayFrames {

    private final int python;
    private final NamedFrames frames;
    private final LongMap<Code> codes = new LongMap<>();
    private final LongIntMap byId = new LongIntMap();
    private final LongIntMap byOffset = new LongIntMap();
    private final int unknown;

    /// A Python code object.
    private record Code(String name, String file, long firstLine, byte[] lines) {}

    MemrayFrames(ImportContext context, int python) {
        this.python = python;
        frames = new NamedFrames(context.stackProfiles(), context.strings(), "[python]");
        unknown = frames.frame(null, "[unknown]");
    }

    void addCode(long id, String name, String file, long firstLine, byte[] lines) {
        codes.put(id, new Code(name, file, firstLine, lines));
    }

    void addFrame(long id, String name, String file, long line) {
        byId.put(id, frames.frame(null, name, file, line > 0 ? line : NamedFrames.NO_LINE));
    }

    /// Returns the row of the frame with an id.
    int frame(long id) {
        int existing = byId.get(id);
        return existing == LongIntMap.NONE ? unknown : existing;
    }

    /// Returns the row of the frame at an instruction of a code object.
    int frame(long code, long offset) {
        Code c = codes.get(code);
        if (c == null) {
            return unknown;
        }
        long key = code * 1_000_003 + offset;
        int existing = byOffset.get(key);
        if (existing == LongIntMap.NONE) {
            long line = offset < 0 ? c.firstLine : PythonLineTable.line(python, c.lines, offset, c.firstLine);
            existing = frames.frame(null, c.name, c.file, line > 0 ? line : NamedFrames.NO_LINE);
            byOffset.put(key, existing);
        }
        return existing;
    }

    /// Returns the row of a callsite, adding it if it is new.
    ///
    /// @param parent callsite of the caller, -1 for the outermost
    int callsite(int parent, int frame) {
        return frames.callsite(parent, frame);
    }

    /// Returns the callsite of allocations made outside Python functions.
    int root() {
        return frames.callsite(-1, frames.frame(null, "[no Python function]"));
    }
}
