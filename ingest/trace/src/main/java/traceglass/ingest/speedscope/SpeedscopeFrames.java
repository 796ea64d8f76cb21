package traceglass.ingest.speedscope;

import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.tracker.stack.NamedFrames;
import traceglass.store.table.IntColumn;

/// Frames of a file as table rows: names, arguments of slices, stack frames and callsites.
final class SpeedscopeFrames {

    private static final SpeedscopeFile.Frame UNKNOWN = new SpeedscopeFile.Frame("[unknown]", null, 0, 0);

    private final ImportContext context;
    private final List<SpeedscopeFile.Frame> frames;
    private final NamedFrames named;
    private final int[] args;
    private final boolean[] hasArgs;

    SpeedscopeFrames(ImportContext context, List<SpeedscopeFile.Frame> frames) {
        this.context = context;
        this.frames = frames;
        named = new NamedFrames(context.stackProfiles(), context.strings(), "[speedscope]");
        args = new int[frames.size()];
        hasArgs = new boolean[frames.size()];
    }

    private SpeedscopeFile.Frame frame(int index) {
        return index < frames.size() ? frames.get(index) : UNKNOWN;
    }

    /// Returns the string id of the name of a frame.
    int nameId(int index) {
        return context.strings().intern(frame(index).name());
    }

    /// Returns the arg set with the source position of a frame; [IntColumn#NULL] if it is unknown.
    int args(int index) {
        SpeedscopeFile.Frame frame = frame(index);
        if (index >= frames.size() || frame.file() == null && frame.line() <= 0) {
            return IntColumn.NULL;
        }
        if (!hasArgs[index]) {
            hasArgs[index] = true;
            args[index] = context.args().write(b -> {
                if (frame.file() != null) {
                    b.addString(
                            context.strings().intern("file"), context.strings().intern(frame.file()));
                }
                if (frame.line() > 0) {
                    b.addInt(context.strings().intern("line"), frame.line());
                }
                if (frame.column() > 0) {
                    b.addInt(context.strings().intern("column"), frame.column());
                }
            });
        }
        return args[index];
    }

    /// Returns the callsite of each node of a profile.
    int[] callsites(SpeedscopeProfile profile) {
        int[] callsites = new int[profile.nodeCount()];
        for (int node = 0; node < callsites.length; node++) {
            SpeedscopeFile.Frame f = frame(profile.frameOfNode(node));
            int row = named.frame(null, f.name(), f.file(), f.line() > 0 ? f.line() : NamedFrames.NO_LINE);
            int parent = profile.parent(node);
            callsites[node] = named.callsite(parent == SpeedscopeProfile.NO_NODE ? -1 : callsites[parent], row);
        }
        return callsites;
    }
}
