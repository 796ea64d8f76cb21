package traceglass.ingest.jfr;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.Importer;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.ingest.oldjfr.JfrV0Chunk;
import traceglass.ingest.source.MappedInput;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.store.names.StatNames;

/// Imports recordings of JDK Flight Recorder (format versions 1 and 2) with its own reader: unlike the JDK's, it reads
/// unfinished and damaged chunks as far as possible and never waits for more data. The layout is defined by the JDK's
/// `jdk.jfr.internal.consumer.ChunkHeader`, `MetadataReader` and `ChunkParser`. Chunks of version 0 are converted.
public final class JfrImporter implements Importer {

    private static final byte[] MAGIC = {'F', 'L', 'R', 0};

    private static final int EVENTS_PER_CHECK = 1 << 12;

    @Override
    public String id() {
        return "jfr";
    }

    @Override
    public String displayName() {
        return "JDK Flight Recorder recording";
    }

    @Override
    public int priority() {
        return 41;
    }

    @Override
    public boolean sniff(byte[] head) {
        return head.length >= MAGIC.length && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(TraceInput input, ImportContext context) throws IOException, TraceProblem {
        byte[] head = input.head();
        int major = head.length < JfrV0Chunk.HEADER_SIZE ? -1 : head[4] << 8 | head[5] & 0xff;
        if (major < 0 || major > 0 && head.length < JfrChunk.HEADER_SIZE) {
            throw new TraceProblem(input.name() + " ends within the header of its first chunk. It has no events.");
        }
        if (major > JfrChunk.MAX_MAJOR) {
            throw new TraceProblem(input.name() + " has version " + major
                    + " of JFR's format; only versions 0 to 2 are supported. Please report this.");
        }
        ClockTracker clocks = context.clocks();
        ClockId clock = ClockId.of(ClockId.REALTIME);
        clocks.useOnly(clock);
        MappedInput.read(input, data -> readChunks(data, context));
    }

    private static void readChunks(MemorySegment data, ImportContext context) {
        JfrEvents events = new JfrEvents(context);
        long offset = 0;
        JfrV0Chunk old = null;
        while (offset < data.byteSize()) {
            if (JfrV0Chunk.isAt(data, offset)) {
                old = new JfrV0Chunk(data, offset, old, context);
                old.convert(part -> readChunk(new JfrChunk(part, 0), events, context));
                offset = old.end();
                continue;
            }
            if (!JfrChunk.isAt(data, offset)) {
                break;
            }
            JfrChunk chunk = new JfrChunk(data, offset);
            readChunk(chunk, events, context);
            if (chunk.isIncomplete()) {
                context.logs().recordAt(StatNames.JFR_TRUNCATED, chunk.end(), null);
                offset = chunk.nextChunk(chunk.end());
            } else {
                offset = chunk.end();
            }
        }
        if (offset < data.byteSize()) {
            context.logs().recordAt(StatNames.JFR_INVALID_CHUNK, offset, null);
        }
        events.finish();
    }

    /// Reads a chunk in three passes, because types and constants may come after the events that need them.
    private static void readChunk(JfrChunk chunk, JfrEvents events, ImportContext context) {
        List<Long> checkpoints = new ArrayList<>();
        long[] metadata = {-1};
        chunk.scan((type, in) -> {
            if (type == JfrChunk.TYPE_METADATA) {
                metadata[0] = in.position();
            } else if (type == JfrChunk.TYPE_CHECKPOINT) {
                checkpoints.add(in.position());
            }
        });
        if (metadata[0] < 0) {
            context.logs().recordAt(StatNames.JFR_CHUNK_WITHOUT_METADATA, chunk.start, null);
            return;
        }
        try {
            JfrCursor in = chunk.cursor();
            in.set(metadata[0], chunk.end());
            chunk.metadata = new JfrMetadata(in);
        } catch (JfrFormatException e) {
            context.logs().recordAt(StatNames.JFR_INVALID_METADATA, metadata[0], null);
            return;
        }
        chunk.constants = new JfrConstants(chunk, context.strings());
        for (long position : checkpoints) {
            try {
                chunk.constants.add(chunk.constants.at(position));
            } catch (JfrFormatException e) {
                context.logs().recordAt(StatNames.JFR_INVALID_CONSTANTS, position, null);
            }
        }
        events.startChunk();
        JfrEvent event = new JfrEvent(chunk);
        JfrType process = chunk.metadata.type("jdk.JVMInformation");
        if (process != null) {
            readEvents(chunk, process, event, events::process, context);
        }
        readEvents(chunk, null, event, events::handleEvent, context);
        events.finishChunk(chunk);
    }

    /// Reads the events of one type, or of all.
    private static void readEvents(
            JfrChunk chunk, JfrType selectedType, JfrEvent event, JfrEvent.Sink sink, ImportContext context) {
        int[] count = {0};
        chunk.scan((id, in) -> {
            if (id == JfrChunk.TYPE_METADATA
                    || id == JfrChunk.TYPE_CHECKPOINT
                    || selectedType != null && selectedType.id != id) {
                return;
            }
            if (++count[0] % EVENTS_PER_CHECK == 0) {
                context.progress().check();
            }
            JfrType type = chunk.metadata.type(id);
            if (type == null || !type.isEvent()) {
                context.stats().increment(StatNames.JFR_UNKNOWN_EVENT);
                return;
            }
            try {
                event.read(type, in);
                sink.onEvent(event);
            } catch (JfrFormatException e) {
                context.logs().recordAt(StatNames.JFR_INVALID_EVENT, in.position(), null);
            }
        });
    }
}
