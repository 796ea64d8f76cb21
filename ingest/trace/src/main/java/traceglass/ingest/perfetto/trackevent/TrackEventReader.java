package traceglass.ingest.perfetto.trackevent;

import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.ingest.tracker.args.ArgSetBuilder;

/// The current event of the importer: a row of a [TrackEventRecord], decoded ahead or by the importer itself. Only
/// an event that the record does not hold as a whole has a message.
final class TrackEventReader {

    private final ArgPrefetcher prefetcher;
    private final TrackEventFiller filler;
    /// Row of an event that was not decoded ahead as a whole.
    private final TrackEventRecord importerRecord = new TrackEventRecord(1, 0);
    private TrackEventRecord record = importerRecord;
    private int row;
    private int unknownFields;

    /// @param filler decoder of the importer
    /// @param prefetcher prefetcher of events, or null if there is none
    TrackEventReader(TrackEventFiller filler, ArgPrefetcher prefetcher) {
        this.filler = filler;
        this.prefetcher = prefetcher;
    }

    /// Advances past a skipped event.
    void skip(long location) {
        if (prefetcher != null) {
            prefetcher.advance(location);
        }
    }

    /// Advances to the event at this location; returns false if it is invalid because it has neither a type nor a
    /// phase.
    boolean read(PendingEventBytes bytes, long location) {
        TrackEventRecord decoded = null;
        if (prefetcher != null) {
            prefetcher.advance(location);
            decoded = prefetcher.record();
            if (decoded != null && decoded.isComplete(prefetcher.row())) {
                record = decoded;
                row = prefetcher.row();
                filler.message().clear();
                return true;
            }
        }
        record = importerRecord;
        row = 0;
        boolean isValid = filler.fill(importerRecord, 0, bytes, location);
        if (isValid && decoded != null) {
            importerRecord.shareArgs(0, decoded, prefetcher.row());
        }
        return isValid;
    }

    /// Returns the fields of the event; none if the record holds the event as a whole.
    TrackEventMessage message() {
        return filler.message();
    }

    /// Returns whether the record holds the event as a whole, including its flows.
    boolean isComplete() {
        return record != importerRecord;
    }

    /// Returns the number of flows of a complete event.
    int flowCount() {
        return record.flowCount(row);
    }

    /// Returns the number of flows that a complete event terminates.
    int terminatingFlowCount() {
        return record.terminatingFlowCount(row);
    }

    /// Returns a flow id of a complete event.
    ///
    /// @param k index among the flows, followed by the terminating ones
    long flow(int k) {
        return record.flow(row, k);
    }

    boolean hasType() {
        return record.hasType(row);
    }

    int type() {
        return record.type(row);
    }

    boolean hasTrack() {
        return record.hasTrack(row);
    }

    long track() {
        return record.track(row);
    }

    /// Returns the number of values of extra counters that are integers.
    int extraValues() {
        return record.extraValues(row);
    }

    int category() {
        return record.category(row);
    }

    int name() {
        return record.name(row);
    }

    /// Returns whether nothing in the event results in slice arguments.
    boolean isBare() {
        return !record.hasArgs(row) && message().isBare();
    }

    /// Writes the arguments from the typed fields and annotations of the event.
    ///
    /// @return number of parts that could not be converted
    int writeArgs(ArgSetBuilder out, SequenceState state, long ts) {
        if (record.hasArgs(row)) {
            unknownFields = record.copyArgs(row, out);
            return 0;
        }
        int failed = filler.writeArgs(out, state, ts);
        unknownFields = filler.unknownFields();
        return failed;
    }

    /// Returns the number of fields that no type defined in the last call of [#writeArgs].
    int unknownFields() {
        return unknownFields;
    }
}
