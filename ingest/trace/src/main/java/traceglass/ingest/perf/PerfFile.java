package traceglass.ingest.perf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import traceglass.ingest.ImportContext;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.perf.PerfHeader.Section;
import traceglass.ingest.tracker.clock.ClockGraph;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.store.names.StatNames;

/// Reads one file: header, descriptions of events, records and features. If the input is a separate file, the
/// features at its end are read first, so that records can be emitted while the rest is read.
final class PerfFile {

    /// Maximum size of a feature section and of everything before the records.
    private static final int MAX_SECTION_BYTES = 1 << 29;
    private static final int MAX_EVENTS = 1 << 16;
    private static final int DIR_FORMAT = 24;

    private final TraceInput input;
    private final ImportContext context;
    private final PerfHeader header;
    private final RecordBytes in;
    private final EventAttrs attrs;
    private final PerfFeatures features;
    /// Whether a feature section extends beyond the end of the file.
    private boolean areFeaturesTruncated;

    private record Feature(int id, Section section) {}

    PerfFile(TraceInput input, ImportContext context) throws TraceProblem {
        this.input = input;
        this.context = context;
        header = PerfHeader.of(input.head());
        if (header == null) {
            throw new TraceProblem(input.name() + " is a perf.data file that ends within its header");
        }
        in = new RecordBytes(header.isBigEndian());
        attrs = new EventAttrs(in);
        features = new PerfFeatures(in);
    }

    void read() throws IOException, TraceProblem {
        Path file = input.file();
        RecordRows rows = new RecordRows(context, in, attrs, features, file == null ? null : file.getParent());
        context.session().atEnd(rows::finish);
        if (header.isPipe()) {
            skip(PerfHeader.PIPE_SIZE);
            RecordReader reader = new RecordReader(context, in, attrs, features, rows, true);
            finish(reader, reader.read(new RecordChunks(input::read, Long.MAX_VALUE)));
            addClockRelation();
            if (attrs.isEmpty()) {
                throw new TraceProblem(input.name() + " is a perf.data pipe that describes no event");
            }
            return;
        }
        byte[] start = readStart();
        readAttrs(start, file);
        List<Feature> table = file == null ? List.of() : readFeatures(file);
        boolean areFeaturesRead = !table.isEmpty() || header.features().isEmpty();
        List<Path> moreFiles = file != null && header.features().get(DIR_FORMAT) ? dataFiles(file) : List.of();
        if (!areFeaturesRead || !moreFiles.isEmpty()) {
            context.sorter().sortAtEndOnly();
        }
        if (areFeaturesRead) {
            addClockRelation();
        }
        RecordReader reader =
                new RecordReader(context, in, attrs, features, rows, areFeaturesRead && moreFiles.isEmpty());
        long size = header.data().size() == 0 ? Long.MAX_VALUE : header.data().size();
        boolean isComplete = reader.read(new RecordChunks(input::read, size));
        isComplete &=
                size == Long.MAX_VALUE || input.position() >= header.data().end();
        for (Path other : moreFiles) {
            isComplete &= readDataFile(reader, other);
        }
        if (!areFeaturesRead) {
            isComplete &= readFeaturesInOrder();
            addClockRelation();
        }
        finish(reader, isComplete);
    }

    private void finish(RecordReader reader, boolean isComplete) throws IOException {
        reader.finish();
        skip(Long.MAX_VALUE);
        if (!isComplete || areFeaturesTruncated) {
            context.logs().recordAt(StatNames.PERF_TRUNCATED, input.position(), null);
        }
    }

    private void skip(long size) throws IOException {
        byte[] chunk = new byte[(int) Math.min(size, 1 << 16)];
        for (long remaining = size; remaining > 0; ) {
            int n = input.read(chunk, 0, (int) Math.min(remaining, chunk.length));
            if (n <= 0) {
                return;
            }
            remaining -= n;
        }
    }

    /// Reads everything before the records.
    private byte[] readStart() throws IOException, TraceProblem {
        long size = header.data().offset();
        if (size < PerfHeader.FILE_SIZE || size > MAX_SECTION_BYTES) {
            throw new TraceProblem(input.name() + " is a damaged perf.data file: its records start at byte " + size);
        }
        return new RecordChunks(input::read, size).read(size);
    }

    private void readAttrs(byte[] start, Path file) throws IOException, TraceProblem {
        long entry = header.attrSize();
        byte[] entries = bytes(header.attrs(), start, file);
        if (entries == null || entry < EventAttr.MIN_SIZE + PerfHeader.SECTION_SIZE || entries.length < entry) {
            throw new TraceProblem(input.name() + " is a damaged perf.data file: it describes no event");
        }
        int count = (int) Math.min(entries.length / entry, MAX_EVENTS);
        for (int i = 0; i < count; i++) {
            int offset = (int) (i * entry);
            int size = (int) entry - PerfHeader.SECTION_SIZE;
            int declaredSize = in.i32(entries, offset + 4);
            // Version 0 of the structure does not state its size.
            int used = declaredSize >= EventAttr.MIN_SIZE && declaredSize < size ? declaredSize : size;
            byte[] ids = bytes(PerfHeader.section(in, entries, offset + size), start, file);
            long[] numbers = new long[ids == null ? 0 : ids.length / Long.BYTES];
            for (int k = 0; k < numbers.length; k++) {
                numbers[k] = in.i64(ids, k * Long.BYTES);
            }
            attrs.add(new EventAttr(i, in, entries, offset, used), numbers);
        }
    }

    /// Returns the bytes of a section; null if it is not in the file.
    private static byte[] bytes(Section s, byte[] start, Path file) throws IOException {
        if (s.end() <= start.length) {
            return Arrays.copyOfRange(start, (int) s.offset(), (int) s.end());
        }
        if (file == null) {
            return null;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return bytes(s, channel);
        }
    }

    private static byte[] bytes(Section s, FileChannel channel) throws IOException {
        if (s.size() > MAX_SECTION_BYTES || s.end() > channel.size()) {
            return null;
        }
        ByteBuffer buffer = ByteBuffer.allocate((int) s.size());
        while (buffer.hasRemaining() && channel.read(buffer, s.offset() + buffer.position()) > 0) {
            continue;
        }
        return buffer.array();
    }

    /// Reads the features; returns an empty list if they are truncated or the size of the records is unknown.
    private List<Feature> readFeatures(Path file) throws IOException {
        if (header.data().size() == 0) {
            return List.of();
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            byte[] table = bytes(featureTable(), channel);
            List<Feature> features = table == null ? List.of() : features(table);
            for (Feature f : features) {
                byte[] b = bytes(f.section, channel);
                if (b != null) {
                    readFeature(f.id, b);
                } else {
                    areFeaturesTruncated = true;
                }
            }
            return features;
        }
    }

    private Section featureTable() {
        return new Section(header.data().end(), (long) header.features().cardinality() * PerfHeader.SECTION_SIZE);
    }

    private List<Feature> features(byte[] table) {
        List<Feature> features = new ArrayList<>();
        int offset = 0;
        for (int id = header.features().nextSetBit(0); id >= 0 && offset + PerfHeader.SECTION_SIZE <= table.length; ) {
            features.add(new Feature(id, PerfHeader.section(in, table, offset)));
            offset += PerfHeader.SECTION_SIZE;
            id = header.features().nextSetBit(id + 1);
        }
        return features;
    }

    /// Reads the features after the records from the stream; returns false if they are truncated.
    private boolean readFeaturesInOrder() throws IOException {
        Section section = featureTable();
        if (header.data().size() == 0 || input.position() != section.offset()) {
            return false;
        }
        byte[] table = new RecordChunks(input::read, section.size()).read(section.size());
        List<Feature> features = new ArrayList<>(features(table));
        features.sort(
                Comparator.comparingLong((Feature f) -> f.section.offset()).thenComparingLong(f -> f.section.size()));
        boolean isComplete = table.length == section.size();
        for (Feature f : features) {
            Section s = f.section;
            if (s.size() == 0) {
                continue;
            }
            if (s.offset() < input.position() || s.size() < 0 || s.size() > MAX_SECTION_BYTES) {
                isComplete = false;
                continue;
            }
            skip(s.offset() - input.position());
            byte[] b = new RecordChunks(input::read, s.size()).read(s.size());
            isComplete &= b.length == s.size();
            readFeature(f.id, b);
        }
        return isComplete;
    }

    private void readFeature(int id, byte[] b) {
        if (!features.read(id, b, 0, b.length, attrs)) {
            context.stats().add(StatNames.PERF_FEATURES_SKIPPED, id, 1);
        }
    }

    /// Relates the recording's clock to the wall clock, if the file contains their relation.
    private void addClockRelation() {
        PerfFeatures.ClockReading reading = features.clock();
        int clock = reading == null ? 0 : EventAttr.clock(reading.clock());
        if (clock != 0 && clock != ClockId.REALTIME && !attrs.isEmpty()) {
            // No effect after the first record.
            context.clocks().setTraceTime(attrs.clock());
            context.clocks()
                    .addSnapshot(List.of(
                            new ClockGraph.Reading(ClockId.of(ClockId.REALTIME), reading.wallNs()),
                            new ClockGraph.Reading(ClockId.of(clock), reading.clockNs())));
        }
    }

    /// Returns the files `data.0`, `data.1`, … next to a file, in this order: the records of a multi-threaded
    /// recording.
    private static List<Path> dataFiles(Path file) throws IOException {
        try (Stream<Path> siblings = Files.list(file.toAbsolutePath().getParent())) {
            return siblings.filter(p -> p.getFileName().toString().matches("data\\.\\d{1,6}"))
                    .sorted(Comparator.comparingInt(
                            p -> Integer.parseInt(p.getFileName().toString().substring(5))))
                    .toList();
        }
    }

    private boolean readDataFile(RecordReader reader, Path file) throws IOException {
        try (TraceInput other = new TraceInput(file.toString(), Files.newInputStream(file), input.progress())) {
            return reader.read(new RecordChunks(other::read, Long.MAX_VALUE));
        }
    }
}
