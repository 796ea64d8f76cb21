package traceglass.ingest.perfetto.trackevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.InternedMessage;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.sort.PrefetchListener;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.machine.ProcessTracker;
import traceglass.protos.chrome.ChromeMemoryPressureNotification;
import traceglass.protos.chrome.ChromeTaskAnnotator;
import traceglass.protos.chrome.ChromeTrackEvent;
import traceglass.protos.chrome.MemoryPressureLevel;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trackevent.ChromeMessagePump;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.DebugAnnotationName;
import traceglass.protos.trackevent.EventCategory;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.SourceLocation;
import traceglass.protos.trackevent.TaskExecution;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.store.table.StringPool;
import traceglass.store.table.TraceStorage;

/// Tests that prefetched events yield the same results as the importer's own decoding.
class ArgPrefetcherTest {

    private static final int TASK_ANNOTATOR = ChromeTrackEvent.CHROME_TASK_ANNOTATOR_FIELD_NUMBER;

    private final ImportContext context = new ImportSession(new TraceStorage(), new ImportProgress()).context(0, 0);
    private final TrackEventExtensions extensions = new TrackEventExtensions(context, List.of(_ -> new Handler()));
    private final Random random = new Random(5);
    private TrackEventArgs prepared;
    private TrackEventArgs plain;
    private ArgPrefetcher prefetcher;

    /// Handles an extension that the importer must see.
    private static final class Handler implements TrackEventExtension {
        @Override
        public int[] fields() {
            return new int[] {TASK_ANNOTATOR};
        }

        @Override
        public void onSlice(TrackEventDecoder event, int i, int slice, long ts) {
            throw new AssertionError("no slices are created");
        }
    }

    private record Event(long location, PendingEventBytes bytes) {}

    @BeforeEach
    void createReaders() {
        MessageTypes types = new MessageTypes();
        prepared = new TrackEventArgs(context, types, new ActiveChromeProcesses(context), extensions);
        plain = new TrackEventArgs(context, types, new ActiveChromeProcesses(context), extensions);
        prefetcher = prepared.prefetcher();
        Assumptions.assumeTrue(prefetcher != null, "needs two processors");
    }

    @AfterEach
    void discardPrefetched() {
        if (prefetcher != null) {
            prefetcher.discardAll();
        }
    }

    private SequenceState state(int count) {
        SequenceState state =
                SequenceState.first(7, context.strings(), context.stats()).cleared();
        InternedData.Builder data = InternedData.newBuilder();
        for (int i = 1; i <= count; i++) {
            data.addDebugAnnotationNames(
                    DebugAnnotationName.newBuilder().setIid(i).setName("interned" + i));
            data.addEventNames(EventName.newBuilder().setIid(i).setName("event" + i));
            data.addEventCategories(EventCategory.newBuilder().setIid(i).setName("category" + i));
            data.addSourceLocations(SourceLocation.newBuilder()
                    .setIid(i)
                    .setFileName("f" + i + ".cc")
                    .setFunctionName("f")
                    .setLineNumber(i));
        }
        byte[] bytes = data.build().toByteArray();
        InternedDataDecoder decoder = new InternedDataDecoder();
        assertTrue(decoder.decode(bytes, 0, bytes.length));
        assertEquals(0, state.intern(decoder, new InternedStringDecoder()));
        return state;
    }

    private DebugAnnotation annotation(int depth) {
        DebugAnnotation.Builder a = DebugAnnotation.newBuilder();
        if (random.nextInt(4) == 0) {
            a.setName("n" + random.nextInt(5));
        } else {
            a.setNameIid(1 + random.nextInt(random.nextInt(50) == 0 ? 6 : 4));
        }
        switch (random.nextInt(depth > 2 ? 5 : 8)) {
            case 0 -> a.setIntValue(random.nextInt(1000));
            case 1 -> a.setStringValue("s" + random.nextInt(random.nextInt(10) == 0 ? 1000 : 3));
            case 2 -> a.setBoolValue(random.nextBoolean());
            case 3 -> a.setDoubleValue(random.nextInt(300) / 2.0);
            case 4 -> a.setUintValue(random.nextInt(3));
            case 5 -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    a.addArrayValues(
                            annotation(depth + 1).toBuilder().clearName().clearNameIid());
                }
            }
            case 6 -> a.setLegacyJsonValue("{\"a\":[" + random.nextInt(3) + "]}");
            default -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    a.addDictEntries(annotation(depth + 1));
                }
            }
        }
        return a.build();
    }

    private Event event(SequenceState state) {
        TrackEvent.Builder e = TrackEvent.newBuilder().setType(TrackEvent.Type.forNumber(random.nextInt(5)));
        if (random.nextInt(3) > 0) {
            e.setTrackUuid(random.nextLong());
        }
        for (int i = random.nextInt(6) - 1; i > 0; i--) {
            e.addExtraCounterValues(random.nextInt(1000));
        }
        switch (random.nextInt(20)) {
            case 0 -> e.addFlowIds(random.nextLong());
            case 1 -> e.addTerminatingFlowIds(random.nextLong());
            case 2 -> e.setLegacyEvent(TrackEvent.LegacyEvent.newBuilder().setPhase('n'));
            case 3 -> e.setTimestampDeltaUs(1);
            case 4 ->
                e.setTaskExecution(TaskExecution.newBuilder().setPostedFromIid(random.nextInt(7)))
                        .setSourceLocationIid(1 + random.nextInt(5));
            case 5 ->
                e.setSourceLocationIid(1 + random.nextInt(5)).addFlowIds(1).addTerminatingFlowIds(2);
            case 6 -> e.setCounterValue(7);
            case 7 -> e.setExtension(ChromeTrackEvent.chromeTaskAnnotator, ChromeTaskAnnotator.getDefaultInstance());
            case 8 -> e.setChromeMessagePump(ChromeMessagePump.newBuilder().setSentMessagesInQueue(true));
            default -> {}
        }
        if (random.nextInt(5) == 0) {
            e.setName("name" + random.nextInt(4));
        } else if (random.nextInt(10) > 0) {
            e.setNameIid(1 + random.nextInt(5));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            e.addCategoryIids(1 + random.nextInt(4));
        }
        for (int i = random.nextInt(3); i > 0; i--) {
            e.addDebugAnnotations(annotation(0));
        }
        if (random.nextInt(4) == 0) {
            e.setExtension(
                    ChromeTrackEvent.chromeMemoryPressureNotification,
                    ChromeMemoryPressureNotification.newBuilder()
                            .setLevel(MemoryPressureLevel.forNumber(random.nextInt(3)))
                            .setCreationLocationIid(1 + random.nextInt(5))
                            .build());
        }
        byte[] bytes = e.build().toByteArray();
        byte[] buffer = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, buffer, 3, bytes.length);
        return new Event(PendingEventBytes.location(3, bytes.length), new PendingEventBytes(buffer, state));
    }

    private String text(ArgSetBuilder b) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < b.size(); i++) {
            long value = b.value(i);
            boolean text = b.type(i) == ArgSetBuilder.Type.STRING || b.type(i) == ArgSetBuilder.Type.JSON;
            out.append(context.strings().get(b.flatKey(i)))
                    .append('|')
                    .append(context.strings().get(b.key(i)))
                    .append('=')
                    .append(b.type(i))
                    .append(' ')
                    .append(text ? context.strings().get((int) value) : String.valueOf(value))
                    .append('\n');
        }
        return out.toString();
    }

    private long errors() {
        long n = 0;
        for (String s :
                new String[] {"track_event_parser_errors", "interned_data_tokenizer_errors", "unknown_extension_fields"
                }) {
            n += context.stats().get(s);
        }
        return n;
    }

    /// Returns the arguments that are written for the event that was read last.
    private String writtenArgs(TrackEventArgs args, Event e, int earlierArgs) {
        long errors = errors();
        ArgSetBuilder b = new ArgSetBuilder();
        if (earlierArgs > 0) {
            b.addString(context.strings().intern("debug.n1"), context.strings().intern("from before"));
        }
        args.write(b, e.bytes.state, 100, ProcessTracker.NONE, ProcessTracker.NONE, false, 0, ProcessTracker.NONE);
        return text(b) + (errors() - errors) + " errors";
    }

    /// Returns all data but the arguments that the importer needs of the event that was read last.
    private static String event(TrackEventReader r) {
        TrackEventDecoder e = r.message().fields();
        return r.type() + " " + r.hasType() + " " + r.track() + " " + r.hasTrack() + " " + r.extraValues() + " "
                + r.category() + " " + r.name() + " " + e.extraCounterTrackUuidsCount() + " "
                + flows(r) + " "
                + r.message().legacy().hasPhase() + " " + e.hasTimestampDeltaUs();
    }

    private static String flows(TrackEventReader r) {
        TrackEventDecoder e = r.message().fields();
        int count = r.isComplete() ? r.flowCount() : e.flowIdsCount();
        int terminating = r.isComplete() ? r.terminatingFlowCount() : e.terminatingFlowIdsCount();
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < count; i++) {
            out.append(r.isComplete() ? r.flow(i) : e.flowIds(i)).append(',');
        }
        for (int i = 0; i < terminating; i++) {
            out.append('-').append(r.isComplete() ? r.flow(count + i) : e.terminatingFlowIds(i));
        }
        return out.toString();
    }

    private boolean isAhead() {
        return prefetcher.record() != null && prefetcher.record().hasArgs(prefetcher.row());
    }

    private void prefetch(List<Event> events) {
        assertTrue(prefetcher.hasCapacity());
        events.forEach(e -> prefetcher.add(e.location, e.bytes));
        prefetcher.flush();
        while (!prefetcher.isCaughtUp()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void argumentsAndNamesEqualThoseOfTheImporter() {
        SequenceState[] states = {state(5), state(3)};
        int withArgs = 0;
        int withName = 0;
        int withoutArgs = 0;
        int complete = 0;
        int withFlows = 0;
        int joined = 0;
        for (int round = 0; round < 20; round++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < PrefetchListener.BATCH_EVENTS; i++) {
                events.add(event(states[random.nextInt(2)]));
            }
            prefetch(events);
            for (Event e : events) {
                if (random.nextInt(10) == 0) {
                    // An event outside the range of interest.
                    prepared.reader().skip(e.location);
                    plain.reader().skip(e.location);
                    continue;
                }
                boolean isValid = prepared.reader().read(e.bytes, e.location);
                assertEquals(isValid, plain.reader().read(e.bytes, e.location));
                if (!isValid) {
                    continue;
                }
                assertEquals(event(plain.reader()), event(prepared.reader()));
                assertEquals(plain.reader().isBare(), prepared.reader().isBare());
                boolean has = isAhead();
                withArgs += has ? 1 : 0;
                withoutArgs += has ? 0 : 1;
                withName += prefetcher.record().name(prefetcher.row()) >= 0 ? 1 : 0;
                if (prepared.reader().isComplete()) {
                    complete++;
                    withFlows += prepared.reader().flowCount() > 0 ? 1 : 0;
                    joined += context.strings().get(prepared.reader().category()) instanceof String c && c.contains(",")
                            ? 1
                            : 0;
                    assertFalse(plain.reader().message().extension(TASK_ANNOTATOR) >= 0);
                }
                int earlierArgs = random.nextInt(4) == 0 ? 1 : 0;
                // Write the prepared arguments first, because the other path interns the strings it
                // finds.
                String first = writtenArgs(prepared, e, earlierArgs);
                assertEquals(writtenArgs(plain, e, earlierArgs), first);
            }
        }
        assertTrue(withArgs > 5000, "events with prefetched arguments: " + withArgs);
        assertTrue(withName > 10_000, "events with a prefetched name: " + withName);
        assertTrue(withoutArgs > 1000, "events without prefetched arguments: " + withoutArgs);
        assertTrue(complete > 5000, "complete events: " + complete);
        assertTrue(withFlows > 500, "complete events with flows: " + withFlows);
        assertTrue(joined > 1000, "complete events with two categories: " + joined);
    }

    @Test
    void aReaderWithoutPrefetcherDecodesAllEventsItself() {
        TrackEventReader sequential = new TrackEventReader(
                new TrackEventFiller(
                        ArgStrings.of(context.strings()),
                        new ProtoArgs(context, new MessageTypes()),
                        new SourceLocations(context.strings()),
                        extensions),
                null);
        SequenceState state = state(5);
        for (int round = 0; round < 2; round++) {
            List<Event> events = new ArrayList<>();
            for (int i = 0; i < PrefetchListener.BATCH_EVENTS; i++) {
                events.add(event(state));
            }
            prefetch(events);
            for (Event e : events) {
                if (random.nextInt(10) == 0) {
                    prepared.reader().skip(e.location);
                    sequential.skip(e.location);
                    continue;
                }
                boolean isValid = prepared.reader().read(e.bytes, e.location);
                assertEquals(isValid, sequential.read(e.bytes, e.location));
                if (isValid) {
                    assertEquals(event(sequential), event(prepared.reader()));
                    assertEquals(sequential.isBare(), prepared.reader().isBare());
                }
            }
        }
    }

    @Test
    void onlyTheImporterInternsNewStrings() {
        SequenceState state = state(1);
        byte[] bytes = TrackEvent.newBuilder()
                .setType(TrackEvent.Type.TYPE_INSTANT)
                .addDebugAnnotations(
                        DebugAnnotation.newBuilder().setName("never").setStringValue("seen"))
                .build()
                .toByteArray();
        Event e = new Event(PendingEventBytes.location(0, bytes.length), new PendingEventBytes(bytes, state));
        List<Event> many = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            many.add(e);
        }
        int stringCount = context.strings().size();
        prefetch(many);
        for (int i = 0; i < 200; i++) {
            prefetcher.advance(e.location);
            assertFalse(isAhead());
        }
        assertEquals(stringCount, context.strings().size());
        assertTrue(plain.reader().read(e.bytes, e.location));
        String writtenArgs = writtenArgs(plain, e, 0);
        prefetch(many);
        for (int i = 0; i < 200; i++) {
            assertTrue(prepared.reader().read(e.bytes, e.location));
        }
        assertTrue(isAhead());
        assertEquals(writtenArgs, writtenArgs(prepared, e, 0));
    }

    @Test
    void theImporterAlwaysGetsTheIdOfAnInternedText() throws InterruptedException {
        StringPool.Lookup early = context.strings().lookup();
        InternedMessage[] messages = new InternedMessage[20_000];
        for (int i = 0; i < messages.length; i++) {
            messages[i] = new InternedMessage(
                    EventName.newBuilder().setIid(1).setName("late" + i).build().toByteArray());
        }
        Thread other = Thread.ofPlatform().start(() -> {
            for (int round = 0; round < 20; round++) {
                for (InternedMessage m : messages) {
                    m.findString(early);
                }
            }
        });
        for (InternedMessage m : messages) {
            assertTrue(m.stringId(context.strings()) > 0);
        }
        other.join();
        // Strings unknown at prefetch time remain unknown to the prefetcher, but are known here.
        for (InternedMessage m : messages) {
            assertTrue(m.stringId(context.strings()) > 0);
        }
    }

    @Test
    void findsNothingAfterItsEnd() {
        SequenceState state = state(5);
        Event e = event(state);
        List<Event> many = new ArrayList<>();
        for (int i = 0; i < PrefetchListener.BATCH_EVENTS; i++) {
            many.add(e);
        }
        for (int round = 0; round < 50; round++) {
            for (int k = 0; prefetcher.hasCapacity(); k++) {
                many.forEach(x -> prefetcher.add(x.location, x.bytes));
                prefetcher.flush();
                assertTrue(k < 10, "never reaches its capacity");
            }
            prefetcher.discardAll();
            assertFalse(Thread.getAllStackTraces().keySet().stream()
                    .anyMatch(t -> t.getName().equals("arguments")));
            prefetcher.advance(e.location);
            assertNull(prefetcher.record());
            assertTrue(prefetcher.hasCapacity());
        }
    }
}
