package traceglass.ingest.oldjfr;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import traceglass.ingest.oldjfr.JfrV0Metadata.Content;
import traceglass.ingest.oldjfr.JfrV0Metadata.Field;
import traceglass.ingest.oldjfr.JfrV0Metadata.Structure;

/// Converts values and constants. Version 0 has two types of constants for threads: those of the operating system, with
/// names, and Java threads, which refer to the former. Both become one type with the ids of the operating system.
final class JfrV0Constants {

    /// Name that the virtual machine gives the main thread after the method `main` has returned.
    private static final String ENDED_MAIN = "DestroyJavaVM";

    private final JfrV0Metadata metadata;
    private final Map<Long, String> names = new HashMap<>();
    private final Map<Long, Long> threadOfJavaThread = new HashMap<>();
    private final Map<Long, Long> javaThreadOfThread = new HashMap<>();
    private final TreeSet<Long> threads = new TreeSet<>();

    JfrV0Constants(JfrV0Metadata metadata) {
        this.metadata = metadata;
    }

    /// Reads the threads of a checkpoint.
    ///
    /// @param in cursor at the first byte after size and type
    void readThreads(JfrV0Cursor in) {
        in.readLong();
        in.readLong();
        while (in.remaining() > 0) {
            Content content = content(in.readInt());
            for (int i = in.readCount(); i > 0; i--) {
                long id = in.readId(content.key());
                if (JfrV0Metadata.isThread(content.key(), content.id())) {
                    readThread(content, id, in);
                } else {
                    skip(content.structure(), in);
                }
            }
        }
    }

    private Content content(int id) {
        Content content = metadata.content(id);
        if (content == null || !content.key().isInteger()) {
            throw new JfrV0FormatException("there are constants of an unknown type");
        }
        return content;
    }

    private void readThread(Content content, long id, JfrV0Cursor in) {
        boolean isJava = content.id() == JfrV0Metadata.CONTENT_JAVA_THREAD;
        for (Field field : content.structure().fields) {
            if (!isJava && field.kind().isText()) {
                String name = in.readText(field.kind());
                names.merge(id, name, (before, now) -> now.isEmpty() || now.equals(ENDED_MAIN) ? before : now);
                threads.add(id);
            } else if (isJava && field.kind().isInteger() && field.content() == JfrV0Metadata.CONTENT_THREAD) {
                long thread = in.readId(field.kind());
                threadOfJavaThread.put(id, thread);
                javaThreadOfThread.put(thread, id);
            } else {
                skip(field, content.structure(), in);
            }
        }
    }

    /// Adds the constants of a checkpoint other than threads as a checkpoint of version 2.
    ///
    /// @param in cursor at the first byte after size and type
    void convert(JfrV0Cursor in, ChunkOutput out) {
        in.readLong();
        in.readLong();
        int start = beginCheckpoint(out);
        int countAt = out.size();
        int pools = 0;
        out.addInt(0);
        while (in.remaining() > 0) {
            Content content = content(in.readInt());
            int count = in.readCount();
            if (JfrV0Metadata.isThread(content.key(), content.id())) {
                for (int i = 0; i < count; i++) {
                    in.readId(content.key());
                    skip(content.structure(), in);
                }
                continue;
            }
            out.addLong(JfrV2Metadata.constantType(content.id()));
            out.addInt(count);
            for (int i = 0; i < count; i++) {
                out.addLong(in.readId(content.key()));
                convert(content.structure(), in, out);
            }
            out.setInt(countAt, ++pools);
        }
        out.endEvent(start);
    }

    private static int beginCheckpoint(ChunkOutput out) {
        int start = out.beginEvent(1);
        out.addLong(0);
        out.addLong(0);
        out.addLong(0);
        out.addByte(0);
        return start;
    }

    /// Adds a checkpoint of all threads, including those of events without a constant.
    void writeThreads(ChunkOutput out) {
        int start = beginCheckpoint(out);
        out.addInt(1);
        out.addLong(JfrV2Type.THREAD.id());
        out.addInt(threads.size());
        for (long thread : threads) {
            String name = names.getOrDefault(thread, "");
            Long javaThread = javaThreadOfThread.get(thread);
            out.addLong(thread);
            out.addText(name);
            out.addLong(thread);
            out.addText(javaThread == null ? "" : name);
            out.addLong(javaThread == null ? 0 : javaThread);
        }
        out.endEvent(start);
    }

    /// Converts the id of a thread, and records it so that [#writeThreads] describes it.
    void convertThread(long id, int content, ChunkOutput out) {
        long thread = content == JfrV0Metadata.CONTENT_JAVA_THREAD ? threadOfJavaThread.getOrDefault(id, 0L) : id;
        if (thread != 0) {
            threads.add(thread);
        }
        out.addLong(thread);
    }

    /// Converts the fields of an event, constant or struct.
    void convert(Structure structure, JfrV0Cursor in, ChunkOutput out) {
        for (Field field : structure.fields) {
            switch (field.kind()) {
                case ARRAY -> {
                    int count = in.readCount();
                    out.addInt(count);
                    for (int i = 0; i < count; i++) {
                        convert(field.elementKind(), field.content(), in, out);
                    }
                }
                case STRUCT -> convert(field.structure(structure), in, out);
                case STRUCT_ARRAY -> {
                    int count = in.readCount();
                    out.addInt(count);
                    for (int i = 0; i < count; i++) {
                        convert(field.structure(structure), in, out);
                    }
                }
                default -> convert(field.kind(), field.content(), in, out);
            }
        }
    }

    private void convert(JfrV0Kind kind, int content, JfrV0Cursor in, ChunkOutput out) {
        if (JfrV0Metadata.isThread(kind, content)) {
            convertThread(in.readId(kind), content, out);
            return;
        }
        if (metadata.isConstant(kind, content)) {
            out.addLong(in.readId(kind));
            return;
        }
        switch (kind) {
            case BOOLEAN, BYTE -> out.addByte(in.readByte());
            case SHORT -> out.addShort(in.readShort());
            case U1, U2 -> out.addInt((int) in.readId(kind));
            case INTEGER, FLOAT -> out.addInt(in.readInt());
            case U4 -> out.addLong(in.readId(kind));
            case LONG, U8, DOUBLE -> out.addLong(in.readLong());
            case UTF8, STRING -> out.addText(in.readText(kind));
            case ARRAY, STRUCT, STRUCT_ARRAY ->
                throw new JfrV0FormatException("an array consists of arrays or structs");
        }
    }

    private static void skip(Structure structure, JfrV0Cursor in) {
        for (Field field : structure.fields) {
            skip(field, structure, in);
        }
    }

    private static void skip(Field field, Structure owner, JfrV0Cursor in) {
        switch (field.kind()) {
            case ARRAY -> {
                for (int i = in.readCount(); i > 0; i--) {
                    skip(field.elementKind(), in);
                }
            }
            case STRUCT -> skip(field.structure(owner), in);
            case STRUCT_ARRAY -> {
                for (int i = in.readCount(); i > 0; i--) {
                    skip(field.structure(owner), in);
                }
            }
            default -> skip(field.kind(), in);
        }
    }

    private static void skip(JfrV0Kind kind, JfrV0Cursor in) {
        if (kind.isText()) {
            in.readText(kind);
        } else {
            in.advance(kind.size);
        }
    }
}
