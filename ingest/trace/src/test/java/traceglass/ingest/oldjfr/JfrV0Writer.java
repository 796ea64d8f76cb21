package traceglass.ingest.oldjfr;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Builds a chunk of a Flight Recorder file of version 0.
final class JfrV0Writer {

    static final String VM = "http://www.oracle.com/hotspot/jvm/";
    static final String INFO = "http://www.oracle.com/hotspot/jfr-info/";

    static final long START_MS = 1_500_000_000_000L;
    static final long START_TICKS = 1_000_000;
    /// One tick takes 2 ns.
    static final long TICKS_PER_SECOND = 500_000_000;

    private final Bytes body = new Bytes();
    private final List<Producer> producers = new ArrayList<>();

    /// Buffer that encodes numbers and strings in the format, big-endian.
    static final class Bytes {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);

        @FunctionalInterface
        private interface Action {
            void run() throws IOException;
        }

        private Bytes write(Action action) {
            try {
                action.run();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return this;
        }

        Bytes u1(int value) {
            return write(() -> out.writeByte(value));
        }

        Bytes u2(int value) {
            return write(() -> out.writeShort(value));
        }

        Bytes u4(long value) {
            return write(() -> out.writeInt((int) value));
        }

        Bytes u8(long value) {
            return write(() -> out.writeLong(value));
        }

        Bytes real(float value) {
            return write(() -> out.writeFloat(value));
        }

        Bytes utf(String text) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            return u2(encoded.length).all(encoded);
        }

        Bytes chars(String text) {
            return u4(text.length()).all(text.getBytes(StandardCharsets.UTF_16BE));
        }

        Bytes all(byte[] other) {
            return write(() -> out.write(other));
        }

        byte[] toBytes() {
            return bytes.toByteArray();
        }
    }

    /// Structures, event types and constant pools of one producer.
    static final class Producer {
        private final String uri;
        private final List<Bytes> structures = new ArrayList<>();
        private final List<Integer> fieldCounts = new ArrayList<>();
        private final List<Bytes> events = new ArrayList<>();
        private final List<Bytes> contents = new ArrayList<>();

        private Producer(String uri) {
            this.uri = uri;
        }

        /// Adds a structure and returns its index.
        ///
        /// @param fields `name KIND content reference`; content and reference are 0 if missing
        int structure(String... fields) {
            Bytes out = new Bytes();
            for (String field : fields) {
                String[] words = field.split(" ");
                int kind = JfrV0Kind.valueOf(words[1]).ordinal();
                int content = words.length > 2 ? Integer.parseInt(words[2]) : 0;
                int reference = words.length > 3 ? Integer.parseInt(words[3]) : 0;
                out.utf(words[0])
                        .utf(words[0])
                        .utf("")
                        .u1(0)
                        .u1(kind)
                        .u4(content)
                        .u4(reference)
                        .u4(0);
            }
            structures.add(out);
            fieldCounts.add(fields.length);
            return structures.size() - 1;
        }

        /// Adds an event type.
        ///
        /// @param parts common fields that the events have: `s` start, `t` thread, `c` callstack
        void event(int id, String path, String label, String parts, String... fields) {
            events.add(new Bytes()
                    .u4(id)
                    .utf(label)
                    .utf("")
                    .utf(path)
                    .u1(parts.contains("s") ? 1 : 0)
                    .u1(parts.contains("t") ? 1 : 0)
                    .u1(parts.contains("c") ? 1 : 0)
                    .u1(0)
                    .u4(structure(fields))
                    .u4(0));
        }

        void content(int id, String name, JfrV0Kind key, String... fields) {
            contents.add(new Bytes().u4(id).utf(name).utf("").u1(key.ordinal()).u4(structure(fields)));
        }

        private void write(Bytes out) {
            out.u4(1).utf("").utf("").utf(uri).u4(0).u4(structures.size());
            for (int i = 0; i < structures.size(); i++) {
                out.u4(fieldCounts.get(i)).all(structures.get(i).toBytes());
            }
            out.u4(events.size());
            events.forEach(e -> out.all(e.toBytes()));
            out.u4(contents.size());
            contents.forEach(c -> out.all(c.toBytes()));
        }
    }

    Producer producer(String uri) {
        Producer producer = new Producer(uri);
        producers.add(producer);
        return producer;
    }

    /// Adds an event.
    ///
    /// @param content writes everything after the type: the end, then start, thread and callstack if the type has
    ///     them
    void event(int type, Consumer<Bytes> content) {
        Bytes out = new Bytes();
        content.accept(out);
        byte[] bytes = out.toBytes();
        body.u4(8 + bytes.length).u4(type).all(bytes);
    }

    /// Adds a checkpoint with constant pools.
    void constants(Consumer<Bytes> pools) {
        event(1, out -> {
            out.u8(START_TICKS).u8(0);
            pools.accept(out);
        });
    }

    /// Returns the bytes of the chunk.
    byte[] chunk() {
        Bytes metadata = new Bytes().u4(0).u4(producers.size());
        producers.forEach(p -> p.write(metadata));
        metadata.u8(START_MS)
                .u8(START_MS + 1000)
                .u8(START_TICKS)
                .u8(TICKS_PER_SECOND)
                .u8(0)
                .utf("en")
                .u4(0);
        byte[] events = body.toBytes();
        byte[] types = metadata.toBytes();
        return ByteBuffer.allocate(16 + events.length + 4 + types.length)
                .put(new byte[] {'F', 'L', 'R', 0, 0, 0, 0, 9})
                .putLong(16 + events.length)
                .put(events)
                .putInt(4 + types.length)
                .put(types)
                .array();
    }
}
