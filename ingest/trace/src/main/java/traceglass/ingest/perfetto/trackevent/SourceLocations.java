package traceglass.ingest.perfetto.trackevent;

import java.nio.charset.StandardCharsets;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trackevent.SourceLocationDecoder;
import traceglass.protos.trackevent.TaskExecutionDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.table.StringPool;

/// Interned source locations of track events, and the arguments for the location of an event and of the code that
/// posted its task.
final class SourceLocations {

    private static final long FIELDS = TrackEventDecoder.SOURCE_LOCATION_IID | TrackEventDecoder.TASK_EXECUTION;

    /// An interned source location with string ids.
    ///
    /// @param file path with slashes, so that queries match paths of all systems
    /// @param rawFile path as written
    record Location(int file, int function, boolean hasLine, long line, int rawFile) {}

    private final StringPool strings;
    private final int[] sourceKeys;
    private final int[] taskKeys;

    SourceLocations(StringPool strings) {
        this.strings = strings;
        sourceKeys = keys("source");
        taskKeys = keys("task.posted_from");
    }

    /// Returns the keys of the file name, the function name and the line number of a location.
    int[] keys(String prefix) {
        return new int[] {
            strings.intern(prefix + ".file_name"),
            strings.intern(prefix + ".function_name"),
            strings.intern(prefix + ".line_number")
        };
    }

    /// Returns an interned location; null if it is missing. Called by the importer.
    Location find(SequenceState state, long iid) {
        InternedMessage m =
                iid == 0 || state == null ? null : state.interned(InternedData.SOURCE_LOCATIONS_FIELD_NUMBER, iid);
        if (m == null) {
            return null;
        }
        if (m.decoded() instanceof Location location) {
            return location;
        }
        SourceLocationDecoder fields = m.decode(new SourceLocationDecoder());
        String file =
                new String(fields.buffer(), fields.fileNameOffset(), fields.fileNameLength(), StandardCharsets.UTF_8);
        int function = fields.hasFunctionName()
                ? strings.intern(fields.buffer(), fields.functionNameOffset(), fields.functionNameLength())
                : StringPool.NULL;
        Location l = new Location(
                strings.intern(file.replace('\\', '/')),
                function,
                fields.hasLineNumber(),
                fields.lineNumber() & 0xFFFF_FFFFL,
                strings.intern(file));
        m.cacheDecoded(l);
        return l;
    }

    /// Returns an interned location that the importer has already decoded. Returns null and records a miss if there is
    /// none. May be called by the prefetch thread.
    static Location findDecoded(SequenceState state, ArgStrings argStrings, long iid) {
        return InternedObjects.findDecoded(
                state, argStrings, InternedData.SOURCE_LOCATIONS_FIELD_NUMBER, iid, Location.class);
    }

    /// Adds the arguments for the location of an event and of the code that posted its task. Called by the importer.
    ///
    /// @return number of missing locations
    int add(ArgSetBuilder b, SequenceState state, TrackEventDecoder event, TaskExecutionDecoder task) {
        int missing = 0;
        if (event.hasSourceLocationIid()) {
            missing += add(b, find(state, event.sourceLocationIid()), sourceKeys) ? 0 : 1;
        }
        if (event.hasTaskExecution()) {
            missing += add(b, find(state, event.taskExecution(task).postedFromIid()), taskKeys) ? 0 : 1;
        }
        return missing;
    }

    /// Adds the arguments like [#add], if the importer has already decoded the locations. Called by the prefetch
    /// thread.
    ///
    /// @return false if a location is missing, in which case some of the arguments may have been added
    boolean addDecoded(
            ArgSetBuilder b,
            SequenceState state,
            TrackEventDecoder event,
            TaskExecutionDecoder task,
            ArgStrings argStrings) {
        if (!event.hasAny(FIELDS)) {
            return true;
        }
        return (!event.hasSourceLocationIid()
                        || add(b, findDecoded(state, argStrings, event.sourceLocationIid()), sourceKeys))
                && (!event.hasTaskExecution()
                        || add(
                                b,
                                findDecoded(
                                        state,
                                        argStrings,
                                        event.taskExecution(task).postedFromIid()),
                                taskKeys));
    }

    private static boolean add(ArgSetBuilder b, Location l, int[] keys) {
        if (l == null) {
            return false;
        }
        b.addString(keys[0], l.file);
        b.addString(keys[1], l.function);
        b.addUint(keys[2], l.line);
        return true;
    }
}
