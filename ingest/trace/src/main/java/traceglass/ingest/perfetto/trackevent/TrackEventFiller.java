package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.extension.GpuTrackEvent;
import traceglass.protos.trackevent.TaskExecutionDecoder;
import traceglass.protos.trackevent.TrackEventDecoder;

/// Decodes track events into the columns of a [TrackEventRecord]. The prefetch thread and the importer each have an
/// instance. The instance of the prefetch thread marks values that depend on new strings or on the importer's state
/// as missing.
final class TrackEventFiller {

    private final ArgStrings argStrings;
    private final ProtoArgs protoArgs;
    private final SourceLocations locations;
    private final TrackEventExtensions extensions;
    private final TaskExecutionDecoder task = new TaskExecutionDecoder();
    private final TrackEventNames names;
    private final TrackEventMessage message = new TrackEventMessage();
    private MessageType eventType;
    private int unknownFields;

    /// @param protoArgs converter of arguments that uses `argStrings`
    TrackEventFiller(
            ArgStrings argStrings, ProtoArgs protoArgs, SourceLocations locations, TrackEventExtensions extensions) {
        this.argStrings = argStrings;
        this.protoArgs = protoArgs;
        this.locations = locations;
        this.extensions = extensions;
        names = new TrackEventNames(argStrings);
    }

    /// Returns the types by which fields are converted.
    MessageTypes types() {
        return protoArgs.types();
    }

    /// Returns the event that was decoded last.
    TrackEventMessage message() {
        return message;
    }

    TrackEventNames names() {
        return names;
    }

    /// Decodes an event into row `i`, except for its arguments.
    ///
    /// @return false if the event is invalid because it has neither a type nor a phase
    boolean fill(TrackEventRecord record, int i, PendingEventBytes bytes, long location) {
        message.read(bytes.buffer, PendingEventBytes.offset(location), PendingEventBytes.length(location));
        record.clear(i);
        TrackEventDecoder e = message.fields();
        int type = e.type();
        record.setFields(
                i,
                (e.hasType() ? TrackEventRecord.HAS_TYPE : 0) | (e.hasTrackUuid() ? TrackEventRecord.HAS_TRACK : 0),
                type,
                e.trackUuid(),
                e.extraCounterValuesCount());
        if (type == 0 && !message.legacy().hasPhase()) {
            return false;
        }
        record.setNames(i, names.category(message, bytes.state), names.name(message, bytes.state));
        return true;
    }

    /// Decodes an event into row `i` ahead of the importer. Parts that it cannot decode are marked as missing.
    void fillAhead(TrackEventRecord record, int i, PendingEventBytes bytes, long location, ArgSetBuilder scratch) {
        if (!fill(record, i, bytes, location)) {
            return;
        }
        scratch.clear();
        // The arguments of a location precede all others.
        boolean isComplete = isPlain()
                && record.category(i) >= 0
                && record.name(i) >= 0
                && locations.addDecoded(scratch, bytes.state, message.fields(), task, argStrings)
                && record.addFlows(i, message.fields());
        if (!isComplete) {
            scratch.clear();
        }
        if (scratch.size() > 0 || message.hasTypedFields() || message.fields().debugAnnotationsCount() > 0) {
            argStrings.clearMisses();
            if (writeArgs(scratch, bytes.state, 0) > 0
                    || argStrings.hasMisses()
                    || !record.addArgs(i, scratch, unknownFields)) {
                return;
            }
        }
        if (isComplete) {
            record.setComplete(i);
        }
    }

    /// Returns whether a record can hold all that the importer needs of the event.
    private boolean isPlain() {
        return message.isPlain()
                && (!message.hasExtensions()
                        || message.extension(GpuTrackEvent.GPU_CORRELATION_FIELD_NUMBER) < 0
                                && !extensions.hasHandler(message.fields()));
    }

    /// Writes the arguments from the typed fields and annotations of the event that was decoded last; ends early if a
    /// part is left to the importer.
    ///
    /// @return number of parts that could not be converted
    int writeArgs(ArgSetBuilder out, SequenceState state, long ts) {
        TrackEventDecoder e = message.fields();
        int failed = 0;
        unknownFields = 0;
        if (message.hasTypedFields()) {
            if (eventType == null) {
                eventType = protoArgs.types().message("perfetto.protos.TrackEvent");
            }
            failed = protoArgs.addMessage(
                            e.buffer(),
                            e.offset(),
                            e.length(),
                            eventType,
                            "",
                            TrackEventMessage.typedFields(),
                            false,
                            out,
                            state,
                            ts)
                    ? 0
                    : 1;
            unknownFields = protoArgs.unknownFields();
        }
        for (int i = 0; i < e.debugAnnotationsCount() && !isLeftToImporter(failed); i++) {
            failed += protoArgs.addDebugAnnotation(
                            e.buffer(), e.debugAnnotationsOffset(i), e.debugAnnotationsLength(i), out, state, ts)
                    ? 0
                    : 1;
        }
        return failed;
    }

    private boolean isLeftToImporter(int failed) {
        return argStrings.isLookupOnly() && (failed > 0 || argStrings.hasMisses());
    }

    /// Returns the number of fields that no type defined in the last call of [#writeArgs].
    int unknownFields() {
        return unknownFields;
    }
}
