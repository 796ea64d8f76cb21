package traceglass.ingest.oldjfr;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import traceglass.ingest.ImportContext;
import traceglass.ingest.oldjfr.JfrV0Metadata.Event;
import traceglass.ingest.oldjfr.JfrV0Metadata.Field;
import traceglass.store.names.StatNames;

/// A chunk of version 0: a header, events with constants among them, and the metadata that describes both.
public final class JfrV0Chunk {

    private static final int MAGIC = 0x464c5200;
    /// Size of the header in bytes.
    public static final int HEADER_SIZE = 16;

    private static final int EVENT_HEADER = 8;
    private static final int TYPE_METADATA = 0;
    private static final int TYPE_CHECKPOINT = 1;
    private static final int NEW_HEADER = 68;
    private static final int NEW_MAJOR = 2;
    /// Maximum size in bytes of the events that are converted to one chunk.
    private static final int MAX_PART = 16 << 20;

    private static final int EVENTS_PER_CHECK = 1 << 12;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final MemorySegment data;
    private final long start;
    private final ImportContext context;
    private final JfrV0Cursor in;
    private final long metadataOffset;
    private final long end;
    private final @Nullable JfrV0Metadata metadata;
    private final ChunkOutput out = new ChunkOutput();

    /// Receives the events of a scan.
    private interface Visitor {

        /// @param type id of the event's type; the cursor is after it
        void event(int type);
    }

    /// @param start position of the header
    /// @param previous chunk before this one, whose metadata is used if this one ends before its own; or null
    public JfrV0Chunk(MemorySegment data, long start, @Nullable JfrV0Chunk previous, ImportContext context) {
        this.data = data;
        this.start = start;
        this.context = context;
        in = new JfrV0Cursor(data);
        long declaredOffset = data.get(LONG, start + EVENT_HEADER);
        JfrV0Metadata found = null;
        long after = -1;
        if (declaredOffset >= HEADER_SIZE && declaredOffset <= data.byteSize() - start - EVENT_HEADER) {
            int size = data.get(INT, start + declaredOffset);
            after = start + declaredOffset + size;
            if (size >= EVENT_HEADER && after <= data.byteSize()) {
                found = readMetadata(start + declaredOffset + EVENT_HEADER, after);
            }
        }
        if (found == null) {
            context.logs().recordAt(StatNames.JFR_CHUNK_WITHOUT_METADATA, start, null);
            end = nextChunk(start + HEADER_SIZE);
            metadataOffset = end;
            metadata = previous == null ? null : previous.metadata;
        } else {
            end = after;
            metadataOffset = start + declaredOffset;
            metadata = found;
        }
    }

    /// Returns whether a chunk of version 0 begins at a position.
    public static boolean isAt(MemorySegment data, long position) {
        return data.byteSize() - position >= HEADER_SIZE
                && data.get(INT, position) == MAGIC
                && data.get(SHORT, position + Integer.BYTES) == 0;
    }

    /// Returns the position after the chunk.
    public long end() {
        return end;
    }

    private @Nullable JfrV0Metadata readMetadata(long from, long to) {
        try {
            return new JfrV0Metadata(in.set(from, to));
        } catch (JfrV0FormatException e) {
            context.logs().recordAt(StatNames.JFR_INVALID_METADATA, from, null);
            return null;
        }
    }

    /// Returns the position of the next chunk of any version; the size of the data if there is none.
    private long nextChunk(long from) {
        long position = from;
        long last = data.byteSize() - HEADER_SIZE;
        while (position <= last && data.get(INT, position) != MAGIC) {
            position++;
        }
        return position <= last ? position : data.byteSize();
    }

    /// Passes the chunk as one or several chunks of version 2, which are valid only during the call.
    public void convert(Consumer<MemorySegment> sink) {
        if (metadata == null) {
            return;
        }
        try {
            convert(metadata, sink);
        } catch (JfrV0FormatException e) {
            // The types or threads take too much memory.
            context.logs().recordAt(StatNames.JFR_INVALID_CONSTANTS, start, null);
        }
    }

    private void convert(JfrV0Metadata types, Consumer<MemorySegment> sink) {
        JfrV0Constants constants = new JfrV0Constants(types);
        writeHeader(types);
        new JfrV2Metadata(types).write(out);
        scan(type -> {
            if (type == TYPE_CHECKPOINT) {
                tryStep(StatNames.JFR_INVALID_CONSTANTS, false, () -> constants.readThreads(in));
            }
        });
        scan(type -> {
            if (type == TYPE_CHECKPOINT) {
                tryStep(null, true, () -> constants.convert(in, out));
            }
        });
        int[] first = {out.size(), 0};
        scan(type -> {
            if (type != TYPE_CHECKPOINT && type != TYPE_METADATA) {
                if (++first[1] % EVENTS_PER_CHECK == 0) {
                    context.progress().check();
                }
                convertEvent(type, types, constants);
                if (out.size() - first[0] > MAX_PART) {
                    passChunk(constants, sink);
                    out.truncate(first[0]);
                }
            }
        });
        passChunk(constants, sink);
    }

    /// Runs a step. If the step fails on damaged data, discards its output.
    ///
    /// @param stat statistic that counts the damage; null if an earlier step has counted it
    private void tryStep(@Nullable String stat, boolean isWriting, Runnable step) {
        int before = out.size();
        long position = in.position();
        try {
            step.run();
        } catch (JfrV0FormatException e) {
            if (isWriting) {
                out.truncate(before);
            }
            if (stat != null) {
                context.logs().recordAt(stat, position, null);
            }
        }
    }

    private void writeHeader(JfrV0Metadata types) {
        out.addInt(MAGIC);
        out.addShort(NEW_MAJOR);
        out.addShort(0);
        out.addLong(0);
        out.addLong(0);
        out.addLong(NEW_HEADER);
        out.addLong(types.startNs);
        out.addLong(0);
        out.addLong(types.startTicks);
        out.addLong(types.ticksPerSecond);
        out.addInt(0);
    }

    private void passChunk(JfrV0Constants constants, Consumer<MemorySegment> sink) {
        constants.writeThreads(out);
        out.setLong(EVENT_HEADER, out.size());
        sink.accept(out.segment());
    }

    /// Visits all complete events in file order.
    private void scan(Visitor visitor) {
        long position = start + HEADER_SIZE;
        while (position <= metadataOffset - EVENT_HEADER) {
            int size = data.get(INT, position);
            if (size < EVENT_HEADER || size > metadataOffset - position) {
                break;
            }
            in.set(position + Integer.BYTES, position + size);
            visitor.event(in.readInt());
            position += size;
        }
    }

    private void convertEvent(int type, JfrV0Metadata types, JfrV0Constants constants) {
        Event event = types.event(type);
        if (event == null && type != JfrV2Metadata.LOST_EVENT) {
            context.stats().increment(StatNames.JFR_UNKNOWN_EVENT);
            return;
        }
        tryStep(StatNames.JFR_INVALID_EVENT, true, () -> {
            if (event == null) {
                convertLoss(constants);
            } else if (event.isSetting()) {
                convertSetting(event);
            } else {
                convert(event, constants);
            }
        });
    }

    private void convert(Event event, JfrV0Constants constants) {
        long endTicks = in.readLong();
        long startTicks = event.hasStart() ? in.readLong() : endTicks;
        int newStart = out.beginEvent(JfrV2Metadata.eventType(event.id()));
        out.addLong(startTicks);
        if (event.hasStart()) {
            out.addLong(endTicks - startTicks);
        }
        if (event.hasThread()) {
            constants.convertThread(in.readId(JfrV0Kind.U4), JfrV0Metadata.CONTENT_THREAD, out);
        }
        if (event.hasStack()) {
            out.addLong(in.readLong());
        }
        constants.convert(event.structure(), in, out);
        out.endEvent(newStart);
    }

    private void convertLoss(JfrV0Constants constants) {
        long ticks = in.readLong();
        int newStart = out.beginEvent(JfrV2Metadata.eventType(JfrV2Metadata.LOST_EVENT));
        out.addLong(ticks);
        constants.convertThread(in.readId(JfrV0Kind.U4), JfrV0Metadata.CONTENT_THREAD, out);
        out.addLong(in.readId(JfrV0Kind.U4));
        out.endEvent(newStart);
    }

    /// Converts the settings of a type of events, which version 2 stores as one event for each setting.
    private void convertSetting(Event event) {
        long ticks = in.readLong();
        long id = -1;
        String enabled = "";
        String period = "";
        String threshold = "";
        for (Field field : event.structure().fields) {
            switch (field.kind()) {
                case BOOLEAN -> {
                    boolean value = in.readBoolean();
                    enabled = field.id().equals("enabled") ? String.valueOf(value) : enabled;
                }
                case INTEGER, LONG -> {
                    long value = field.kind() == JfrV0Kind.LONG ? in.readLong() : in.readInt();
                    switch (field.id()) {
                        case "id" -> id = value;
                        case "period" -> period = value > 0 ? value + " ms" : "";
                        case "threshold" -> threshold = value > 0 ? value + " ns" : "";
                        default -> {}
                    }
                }
                case UTF8, STRING -> in.readText(field.kind());
                default -> in.advance(field.kind().size);
            }
        }
        addSetting(event, ticks, id, "enabled", enabled);
        addSetting(event, ticks, id, "period", period);
        addSetting(event, ticks, id, "threshold", threshold);
    }

    private void addSetting(Event event, long ticks, long id, String name, String value) {
        if (!value.isEmpty()) {
            int newStart = out.beginEvent(JfrV2Metadata.eventType(event.id()));
            out.addLong(ticks);
            out.addLong(JfrV2Metadata.eventType((int) id));
            out.addText(name);
            out.addText(value);
            out.endEvent(newStart);
        }
    }
}
