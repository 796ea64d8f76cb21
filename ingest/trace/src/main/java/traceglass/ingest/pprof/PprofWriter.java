package traceglass.ingest.pprof;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.GrowingLongs;
import traceglass.ingest.collection.LongIntMap;
import traceglass.ingest.proto.PackedCursor;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.tracker.stack.AggregateProfiles;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.ingest.tracker.stats.MetadataTracker;
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
    private final GrowingLongs locations = new GrowingLongs();
    private final GrowingLongs values = new GrowingLongs();

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
        ProtoCursor cursor = new ProtoCursor();
        for (byte[] type : messages.messages(PprofFields.PROFILE_SAMPLE_TYPE)) {
            types.add(profile(cursor.enter(type, 0, type.length)));
        }
        writeMetadata();
        int count = 0;
        for (byte[] sample : messages.messages(PprofFields.PROFILE_SAMPLE)) {
            if ((++count & 0xfff) == 0) {
                context.progress().check();
            }
            addSample(sample, types, frameOfLocation);
        }
    }

    private int profile(ProtoCursor type) {
        String name = "unknown";
        String unit = "count";
        while (type.next()) {
            if (type.field() == PprofFields.TYPE_TYPE) {
                name = text(type.asLong());
            } else if (type.field() == PprofFields.TYPE_UNIT) {
                unit = text(type.asLong());
            }
        }
        return profiles.profile(SCOPE, "pprof " + name, name, unit);
    }

    private String text(long index) {
        String s = messages.string(index);
        return s == null ? "" : s;
    }

    /// Stores properties of the recording in the metadata: they cannot be shown on a timeline.
    private void writeMetadata() {
        MetadataTracker.View metadata = context.metadata();
        writeNumber(metadata, "pprof_time_ns", PprofFields.PROFILE_TIME_NANOS);
        writeNumber(metadata, "pprof_duration_ns", PprofFields.PROFILE_DURATION_NANOS);
        writeNumber(metadata, "pprof_period", PprofFields.PROFILE_PERIOD);
        writeText(metadata, "pprof_default_sample_type", PprofFields.PROFILE_DEFAULT_SAMPLE_TYPE);
        writeText(metadata, "pprof_drop_frames", PprofFields.PROFILE_DROP_FRAMES);
        writeText(metadata, "pprof_keep_frames", PprofFields.PROFILE_KEEP_FRAMES);
        writeText(metadata, "pprof_doc_url", PprofFields.PROFILE_DOC_URL);
        ProtoCursor cursor = new ProtoCursor();
        for (byte[] type : messages.messages(PprofFields.PROFILE_PERIOD_TYPE)) {
            String name = "";
            String unit = "";
            for (cursor.enter(type, 0, type.length); cursor.next(); ) {
                name = cursor.field() == PprofFields.TYPE_TYPE ? text(cursor.asLong()) : name;
                unit = cursor.field() == PprofFields.TYPE_UNIT ? text(cursor.asLong()) : unit;
            }
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
    private void addSample(byte[] sample, List<Integer> types, LongIntMap frameOfLocation) {
        readRepeated(sample, PprofFields.SAMPLE_LOCATION, locations);
        StackProfiles stacks = context.stackProfiles();
        int callsite = -1;
        for (int i = locations.size() - 1; i >= 0; i--) {
            int frame = frameOfLocation.get(locations.get(i));
            if (frame != LongIntMap.NONE) {
                callsite = stacks.callsite(callsite, frame);
            }
        }
        if (callsite < 0) {
            return;
        }
        readRepeated(sample, PprofFields.SAMPLE_VALUE, values);
        long labelSet = values.size() == 0 ? LongColumn.NULL : labels.of(sample);
        for (int i = 0; i < Math.min(values.size(), types.size()); i++) {
            profiles.add(types.get(i), callsite, values.get(i), labelSet);
        }
    }

    private static void readRepeated(byte[] message, int field, GrowingLongs out) {
        out.clear();
        ProtoCursor cursor = new ProtoCursor();
        PackedCursor packed = new PackedCursor();
        for (cursor.enter(message, 0, message.length); cursor.next(); ) {
            if (cursor.field() == field) {
                for (packed.enter(cursor); packed.nextVarint(); ) {
                    out.add(packed.asLong());
                }
            }
        }
    }
}
