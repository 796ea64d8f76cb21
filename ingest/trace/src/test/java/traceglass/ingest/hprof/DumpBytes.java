package traceglass.ingest.hprof;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/// Writes heap dumps for tests.
final class DumpBytes {

    private interface Part {
        void write(DataOutputStream out) throws IOException;
    }

    private final int idSize;
    private final ByteArrayOutputStream file = new ByteArrayOutputStream();
    private ByteArrayOutputStream heap = new ByteArrayOutputStream();
    private final Map<String, Integer> strings = new HashMap<>();
    private int micros;

    DumpBytes(int idSize) {
        this("JAVA PROFILE 1.0.2", idSize, 1_700_000_000_123L);
    }

    DumpBytes(String version, int idSize, long ms) {
        this.idSize = idSize;
        write(file, out -> {
            out.write(version.getBytes(StandardCharsets.US_ASCII));
            out.write(0);
            out.writeInt(idSize);
            out.writeLong(ms);
        });
    }

    private static void write(ByteArrayOutputStream to, Part part) {
        try {
            part.write(new DataOutputStream(to));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void id(DataOutputStream out, long id) throws IOException {
        if (idSize == 8) {
            out.writeLong(id);
        } else {
            out.writeInt((int) id);
        }
    }

    /// Sets the time of the following records since the time in the header.
    DumpBytes at(int time) {
        micros = time;
        return this;
    }

    DumpBytes record(int tag, byte[] content) {
        return record(tag, content, content.length);
    }

    DumpBytes record(int tag, byte[] content, int length) {
        write(file, out -> {
            out.write(tag);
            out.writeInt(micros);
            out.writeInt(length);
            out.write(content);
        });
        return this;
    }

    int string(String text) {
        Integer existing = strings.get(text);
        if (existing != null) {
            return existing;
        }
        int id = 0x1000 + strings.size();
        strings.put(text, id);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        write(content, out -> {
            id(out, id);
            out.write(text.getBytes(StandardCharsets.UTF_8));
        });
        record(1, content.toByteArray());
        return id;
    }

    DumpBytes loadClass(long id, String name) {
        int nameId = string(name);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        write(content, out -> {
            out.writeInt(1);
            id(out, id);
            out.writeInt(0);
            id(out, nameId);
        });
        return record(2, content.toByteArray());
    }

    /// @param statics name, type and value of each static field
    /// @param fields name and type of each field
    DumpBytes classDump(long id, long superId, int size, Object[] statics, Object[] fields) {
        for (Object o : statics) {
            if (o instanceof String s) {
                string(s);
            }
        }
        for (Object o : fields) {
            if (o instanceof String s) {
                string(s);
            }
        }
        write(heap, out -> {
            out.write(0x20);
            id(out, id);
            out.writeInt(0);
            id(out, superId);
            for (int i = 0; i < 5; i++) {
                id(out, 0);
            }
            out.writeInt(size);
            out.writeShort(0);
            out.writeShort(statics.length / 3);
            for (int i = 0; i < statics.length; i += 3) {
                id(out, string((String) statics[i]));
                out.write((Integer) statics[i + 1]);
                value(out, (Integer) statics[i + 1], ((Number) statics[i + 2]).longValue());
            }
            out.writeShort(fields.length / 2);
            for (int i = 0; i < fields.length; i += 2) {
                id(out, string((String) fields[i]));
                out.write((Integer) fields[i + 1]);
            }
        });
        return this;
    }

    private void value(DataOutputStream out, int type, long value) throws IOException {
        switch (HprofType.size(type, idSize)) {
            case 1 -> out.write((int) value);
            case 2 -> out.writeShort((int) value);
            case 4 -> out.writeInt((int) value);
            default -> out.writeLong(value);
        }
    }

    /// @param values type and value of each field
    DumpBytes instance(long id, long classId, long... values) {
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        write(data, out -> {
            for (int i = 0; i < values.length; i += 2) {
                value(out, (int) values[i], values[i + 1]);
            }
        });
        write(heap, out -> {
            out.write(0x21);
            id(out, id);
            out.writeInt(0);
            id(out, classId);
            out.writeInt(data.size());
            out.write(data.toByteArray());
        });
        return this;
    }

    DumpBytes objectArray(long id, long classId, long... elements) {
        write(heap, out -> {
            out.write(0x22);
            id(out, id);
            out.writeInt(0);
            out.writeInt(elements.length);
            id(out, classId);
            for (long e : elements) {
                id(out, e);
            }
        });
        return this;
    }

    DumpBytes primitiveArray(long id, int type, int length, byte[] elements) {
        write(heap, out -> {
            out.write(0x23);
            id(out, id);
            out.writeInt(0);
            out.writeInt(length);
            out.write(type);
            out.write(elements);
        });
        return this;
    }

    /// @param extraBytes number of further bytes
    DumpBytes root(int tag, long id, int extraBytes) {
        write(heap, out -> {
            out.write(tag);
            id(out, id);
            out.write(new byte[extraBytes]);
        });
        return this;
    }

    /// Adds a frame of the class with serial number 1.
    DumpBytes frame(long id, String method, String file, int line) {
        int methodId = string(method);
        int fileId = string(file);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        write(content, out -> {
            id(out, id);
            id(out, methodId);
            id(out, methodId);
            id(out, fileId);
            out.writeInt(1);
            out.writeInt(line);
        });
        return record(4, content.toByteArray());
    }

    /// Adds the stack with serial number 0.
    DumpBytes stack(long... frames) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        write(content, out -> {
            out.writeInt(0);
            out.writeInt(0);
            out.writeInt(frames.length);
            for (long frame : frames) {
                id(out, frame);
            }
        });
        return record(5, content.toByteArray());
    }

    DumpBytes heapName(String name) {
        int nameId = string(name);
        write(heap, out -> {
            out.write(0xFE);
            out.writeInt(1);
            id(out, nameId);
        });
        return this;
    }

    /// Ends the segment.
    DumpBytes segment() {
        return segment(heap.size());
    }

    /// Ends the segment and states a wrong length.
    DumpBytes segment(int length) {
        byte[] content = heap.toByteArray();
        heap = new ByteArrayOutputStream();
        return record(0x1C, content, length);
    }

    /// Ends a dump that is one record.
    DumpBytes wholeDump() {
        byte[] content = heap.toByteArray();
        heap = new ByteArrayOutputStream();
        return record(0x0C, content);
    }

    byte[] bytes() {
        return file.toByteArray();
    }
}
