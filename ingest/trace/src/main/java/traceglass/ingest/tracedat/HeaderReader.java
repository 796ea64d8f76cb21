package traceglass.ingest.tracedat;

import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import traceglass.ingest.TraceProblem;

/// Reads everything but the events (trace-cmd.dat.v6.5.txt and trace-cmd.dat.v7.5.txt of trace-cmd). Version 6 has a
/// fixed order; version 7 has sections to which options refer.
final class HeaderReader {

    private static final int MAGIC_SIZE = 10;
    private static final int TAG_SIZE = 10;
    private static final int COMPRESSED = 1;
    private static final int MAX_CPUS = 1 << 16;

    private final SpooledBytes bytes;
    private final String name;
    private Recording recording;
    private TraceDatFields in;

    HeaderReader(SpooledBytes bytes, String name) {
        this.bytes = bytes;
        this.name = name;
    }

    /// Reads the header. Everything after damaged data is ignored.
    Recording read() throws IOException, TraceProblem {
        int version;
        long options = 0;
        try {
            TraceDatFields start = new TraceDatFields(bytes, MAGIC_SIZE, false);
            String number = start.name();
            version = number.equals("6") ? 6 : number.equals("7") ? 7 : 0;
            if (version == 0) {
                throw new TraceProblem(
                        name + " has version " + number + " of trace-cmd's format; versions 6 and 7 are supported");
            }
            boolean isBigEndian = start.u8() != 0;
            int longSize = start.u8();
            in = new TraceDatFields(bytes, start.position(), isBigEndian);
            long pageSize = in.u32();
            Codec codec = Codec.NONE;
            if (version == 7) {
                String compression = in.name();
                in.name();
                options = in.u64();
                codec = Codec.of(compression);
                if (codec == null) {
                    throw new TraceProblem(name + " is compressed with " + compression + ", which is not supported");
                }
            }
            if (longSize != Integer.BYTES && longSize != Long.BYTES || pageSize < 256 || pageSize > 1 << 26) {
                throw new TraceProblem(name + " has an invalid header: its page size is " + pageSize + " bytes");
            }
            recording = new Recording(isBigEndian, longSize, (int) pageSize, codec);
        } catch (EOFException e) {
            throw new TraceProblem(name + " ends within its header");
        }
        try {
            if (version == 7) {
                readOptions(options);
            } else {
                readWholeHeader();
            }
        } catch (IOException e) {
            recording.isTruncated = true;
        }
        return recording;
    }

    private void readWholeHeader() throws IOException {
        readHeaderInfo(in);
        readFtraceEvents(in);
        readEventFormats(in);
        recording.formats.names().addFunctions(in.text(in.u32()));
        recording.formats.names().addTexts(in.text(in.u32()));
        recording.formats.addCommands(in.text(in.u64()));
        recording.cpus = (int) Math.min(in.u32(), MAX_CPUS);
        List<long[]> instances = new ArrayList<>();
        List<String> names = new ArrayList<>();
        readData("", instances, names);
        for (int i = 0; i < instances.size(); i++) {
            in.moveTo(instances.get(i)[0]);
            readData(names.get(i), new ArrayList<>(), new ArrayList<>());
        }
    }

    /// Reads the tagged parts of a buffer that follow the number of CPUs.
    private void readData(String buffer, List<long[]> instances, List<String> names) throws IOException {
        while (true) {
            String tag = in.text(TAG_SIZE);
            if (tag.startsWith("options")) {
                for (int id = in.u16(); id != Options.DONE; id = in.u16()) {
                    byte[] option = in.block(in.u32());
                    if (id == Options.BUFFER) {
                        TraceDatFields f = fields(option);
                        instances.add(new long[] {f.u64()});
                        names.add(f.name());
                    } else {
                        Options.read(id, option, fields(option), recording);
                    }
                }
            } else if (tag.startsWith("flyrecord")) {
                List<Recording.CpuData> cpus = new ArrayList<>();
                for (int cpu = 0; cpu < recording.cpus; cpu++) {
                    long offset = in.u64();
                    cpus.add(new Recording.CpuData(cpu, offset, in.u64()));
                }
                recording.buffers.add(new Recording.Buffer(buffer, recording.clock, recording.pageSize, false, cpus));
                return;
            } else {
                recording.textPosition = tag.startsWith("latency") ? in.position() : -1;
                return;
            }
        }
    }

    private void readHeaderInfo(TraceDatFields f) throws IOException {
        f.name();
        recording.setHeaderPage(f.text(f.u64()));
        f.name();
        f.text(f.u64());
    }

    private void readFtraceEvents(TraceDatFields f) throws IOException {
        long count = f.u32();
        for (long i = 0; i < count; i++) {
            recording.formats.add("ftrace", f.text(f.u64()));
        }
    }

    private void readEventFormats(TraceDatFields f) throws IOException {
        long systems = f.u32();
        for (long i = 0; i < systems; i++) {
            String system = f.name();
            long count = f.u32();
            for (long j = 0; j < count; j++) {
                recording.formats.add(system, f.text(f.u64()));
            }
        }
    }

    private TraceDatFields fields(byte[] block) {
        return new TraceDatFields(SpooledBytes.of(block), 0, recording.isBigEndian);
    }

    /// Reads the options of version 7, which are stored in a chain of sections.
    private void readOptions(long first) throws IOException {
        Set<Long> seen = new HashSet<>();
        IOException problem = null;
        for (long next = first; next != 0 && seen.add(next); ) {
            TraceDatFields f = section(next, Options.DONE);
            next = 0;
            for (int id = f.u16(); ; id = f.u16()) {
                byte[] option = f.block(f.u32());
                if (id == Options.DONE) {
                    next = option.length < Long.BYTES ? 0 : fields(option).u64();
                    break;
                }
                try {
                    readOption(id, option);
                } catch (IOException e) {
                    problem = e;
                }
            }
        }
        if (problem != null) {
            throw problem;
        }
    }

    private void readOption(int id, byte[] option) throws IOException {
        TraceDatFields f = fields(option);
        switch (id) {
            case Options.BUFFER -> readBuffer(f);
            case Options.BUFFER_TEXT -> {
                // The data of the option is in a section, after the section's header.
                in.moveTo(f.u64());
                in.u32();
                in.u32();
                in.u64();
                recording.textPosition = in.position();
            }
            case Options.HEADER_INFO -> readHeaderInfo(section(f.u64(), id));
            case Options.FTRACE_EVENTS -> readFtraceEvents(section(f.u64(), id));
            case Options.EVENT_FORMATS -> readEventFormats(section(f.u64(), id));
            case Options.KALLSYMS -> {
                TraceDatFields section = section(f.u64(), id);
                recording.formats.names().addFunctions(section.text(section.u32()));
            }
            case Options.PRINTK -> {
                TraceDatFields section = section(f.u64(), id);
                recording.formats.names().addTexts(section.text(section.u32()));
            }
            case Options.CMDLINES -> {
                TraceDatFields section = section(f.u64(), id);
                recording.formats.addCommands(section.text(section.u64()));
            }
            default -> Options.read(id, option, f, recording);
        }
    }

    private void readBuffer(TraceDatFields f) throws IOException {
        long offset = f.u64();
        String buffer = f.name();
        String clock = f.name();
        long pageSize = f.u32();
        long count = Math.min(f.u32(), MAX_CPUS);
        List<Recording.CpuData> cpus = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            int cpu = (int) Math.min(f.u32(), MAX_CPUS - 1);
            long data = f.u64();
            cpus.add(new Recording.CpuData(cpu, data, f.u64()));
        }
        in.moveTo(offset);
        in.u16();
        boolean isCompressed = (in.u16() & COMPRESSED) != 0;
        int size = pageSize < 256 || pageSize > 1 << 26 ? recording.pageSize : (int) pageSize;
        recording.buffers.add(new Recording.Buffer(buffer, clock, size, isCompressed, cpus));
    }

    /// Returns the content of a section, decompressed if necessary.
    private TraceDatFields section(long offset, int expected) throws IOException {
        in.moveTo(offset);
        int id = in.u16();
        int flags = in.u16();
        in.u32();
        long size = in.u64();
        if (id != expected) {
            throw new IOException("section " + id + " instead of " + expected);
        }
        if ((flags & COMPRESSED) == 0) {
            return fields(in.block(size));
        }
        long compressed = in.u32();
        long uncompressed = in.u32();
        return fields(recording.codec.decompress(in.block(compressed), uncompressed));
    }
}
