package traceglass.ingest.pprof;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stats.MetadataTracker;
import traceglass.protos.foreign.pprof.PprofSampleDecoder;
import traceglass.protos.foreign.pprof.Profile;
import traceglass.protos.foreign.pprof.ValueTypeDecoder;
import traceglass.store.table.LongColumn;

/// Writes a profile: one aggregate profile for each sample type. A location becomes a frame with its innermost function
/// as the name; the symbols of the frame are all functions at the location, inlined ones first.
final class PprofWriter {

    static final String SCOPE = "pprof_file";

    private final ImportContext context;
    private final PprofMessages messages;
    private final AggregateProfiles profiles;
    private final PprofFrames frames;
    private final PprofLabels labels;

    PprofWriter(ImportContext context, PprofMessages messages) {
        this.context = context;
        this.messages = messages;
        profiles = new AggregateProfiles(context.storage());
        frames = new PprofFrames(context, messages);
        labels = new PprofLabels(messages, profiles);
    }

    void write() {
        frames.readFunctions();
        frames.readMappings();
        LongIntMap frameOfLocation = frames.readLocations();
        List<Integer> types = new ArrayList<>();
        ValueTypeDecoder type = new ValueTypeDecoder();
        for (byte[] message : messages.messages(Profile.SAMPLE_TYPE_FIELD_NUMBER)) {
            type.decode(message, 0, message.length);
            types.add(profile(type));
        }
        writeMetadata();
        int count = 0;
        PprofSampleDecoder sample = new PprofSampleDecoder();
        for (byte[] message : messages.messages(Profile.SAMPLE_FIELD_NUMBER)) {
            if ((++count & 0xfff) == 0) {
                context.progress().check();
            }
            sample.decode(message, 0, message.length);
            addSample(sample, types, frameOfLocation);
        }
    }

    private int profile(ValueTypeDecoder type) {
        String name = type.hasType() ? text(type.type()) : "unknown";
        String unit = type.hasUnit() ? text(type.unit()) : "count";
        return profiles.profile(SCOPE, "pprof " + name, name, unit);
    }

    private String text(long index) {
        String s = messages.string(index);
        return s == null ? "" : s;
    }

    /// Stores properties of the recording in the metadata: they cannot be shown on a timeline.
    private void writeMetadata() {
        MetadataTracker.View metadata = context.metadata();
        writeNumber(metadata, "pprof_time_ns", Profile.TIME_NANOS_FIELD_NUMBER);
        writeNumber(metadata, "pprof_duration_ns", Profile.DURATION_NANOS_FIELD_NUMBER);
        writeNumber(metadata, "pprof_period", Profile.PERIOD_FIELD_NUMBER);
        writeText(metadata, "pprof_default_sample_type", Profile.DEFAULT_SAMPLE_TYPE_FIELD_NUMBER);
        writeText(metadata, "pprof_drop_frames", Profile.DROP_FRAMES_FIELD_NUMBER);
        writeText(metadata, "pprof_keep_frames", Profile.KEEP_FRAMES_FIELD_NUMBER);
        writeText(metadata, "pprof_doc_url", PprofImporter.DOC_URL);
        ValueTypeDecoder type = new ValueTypeDecoder();
        for (byte[] message : messages.messages(Profile.PERIOD_TYPE_FIELD_NUMBER)) {
            type.decode(message, 0, message.length);
            String name = type.hasType() ? text(type.type()) : "";
            String unit = type.hasUnit() ? text(type.unit()) : "";
            metadata.setDynamic("pprof_period_type", name + "/" + unit);
        }
        for (long comment : messages.comments()) {
            metadata.appendDynamic("pprof_comment", text(comment));
        }
    }

    private void writeNumber(MetadataTracker.View metadata, String name, int field) {
        if (messages.has(field)) {
            metadata.setDynamic(name, messages.number(field));
        }
    }

    private void writeText(MetadataTracker.View metadata, String name, int field) {
        String value = messages.string(messages.number(field));
        if (messages.number(field) != 0 && value != null) {
            metadata.setDynamic(name, value);
        }
    }

    /// Adds a sample. Its locations are ordered from the innermost one outward; unknown ones are skipped.
    private void addSample(PprofSampleDecoder sample, List<Integer> types, LongIntMap frameOfLocation) {
        StackProfiles stacks = context.stackProfiles();
        int callsite = -1;
        for (int i = sample.locationIdCount() - 1; i >= 0; i--) {
            int frame = frameOfLocation.get(sample.locationId(i));
            if (frame != LongIntMap.NONE) {
                callsite = stacks.callsite(callsite, frame);
            }
        }
        if (callsite < 0) {
            return;
        }
        long labelSet = sample.valueCount() == 0 ? LongColumn.NULL : labels.of(sample);
        for (int i = 0; i < Math.min(sample.valueCount(), types.size()); i++) {
            profiles.add(types.get(i), callsite, sample.value(i), labelSet);
        }
    }
}
