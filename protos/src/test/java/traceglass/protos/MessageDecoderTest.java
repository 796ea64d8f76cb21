package traceglass.protos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.protos.decoder.MessageDecoder;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TracePacketDecoder;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ProcessDescriptorDecoder;
import traceglass.protos.trackevent.ThreadDescriptorDecoder;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackDescriptorDecoder;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.protos.trackevent.TrackEventDecoder;
import traceglass.protos.trackevent.TrackEventDefaults;
import traceglass.protos.trackevent.TrackEventDefaultsDecoder;

/// Tests the generated decoders against protobuf-java, on valid and damaged messages.
class MessageDecoderTest {

    private static final int VARINT = WireFormat.WIRETYPE_VARINT;
    private static final int FIXED64 = WireFormat.WIRETYPE_FIXED64;
    private static final int BYTES = WireFormat.WIRETYPE_LENGTH_DELIMITED;
    private static final int GROUP = WireFormat.WIRETYPE_START_GROUP;
    private static final int FIXED32 = WireFormat.WIRETYPE_FIXED32;

    /// Fields that the decoder of packets stores in fields of its own instead of in the list of other fields.
    private static final Set<Integer> STORED_FIELDS = Set.of(3, 8, 10, 13, 36, 41, 42, 58, 79, 87, 98);

    private final Random random = new Random(3);
    private byte[] bytes = new byte[4000];
    private int size;

    private void varint(long value) {
        size = put(bytes, size, value);
    }

    /// Appends a varint with more bytes than necessary.
    private void longVarint(long value, int extraBytes) {
        varint(value);
        for (int i = 0; i < extraBytes; i++) {
            bytes[size - 1] |= (byte) 0x80;
            bytes[size++] = 0;
        }
    }

    private static int put(byte[] to, int at, long value) {
        int n = at;
        long v = value;
        for (; (v & ~0x7fL) != 0; v >>>= 7) {
            to[n++] = (byte) (v & 0x7f | 0x80);
        }
        to[n++] = (byte) v;
        return n;
    }

    private void tag(int field, int wire) {
        varint((long) field << 3 | wire);
    }

    @Test
    void readsRepeatedNumbersPackedOrNot() throws IOException {
        TrackEventDefaultsDecoder decoder = new TrackEventDefaultsDecoder();
        for (int i = 0; i < 5000; i++) {
            size = 1;
            for (int k = random.nextInt(10); k > 0; k--) {
                int field = new int[] {11, 31, 31, 45, 7}[random.nextInt(5)];
                if (field > 11 && random.nextBoolean()) {
                    byte[] packed = new byte[200];
                    int n = 0;
                    for (int v = random.nextInt(12); v > 0; v--) {
                        n = put(packed, n, random.nextLong() >>> random.nextInt(64));
                    }
                    tag(field, BYTES);
                    varint(n);
                    System.arraycopy(packed, 0, bytes, size, n);
                    size += n;
                } else {
                    tag(field, VARINT);
                    longVarint(random.nextLong() >>> random.nextInt(64) >>> 7, random.nextInt(2));
                }
            }
            assertTrue(decoder.decode(bytes, 1, size - 1));
            TrackEventDefaults expected =
                    TrackEventDefaults.parser().parseFrom(CodedInputStream.newInstance(bytes, 1, size - 1));
            assertEquals(expected.hasTrackUuid(), decoder.hasTrackUuid());
            assertEquals(expected.getTrackUuid(), decoder.trackUuid());
            assertEquals(expected.getExtraCounterTrackUuidsList(), counters(decoder));
            List<Long> doubles = new ArrayList<>();
            for (int k = 0; k < decoder.extraDoubleCounterTrackUuidsCount(); k++) {
                doubles.add(decoder.extraDoubleCounterTrackUuids(k));
            }
            assertEquals(expected.getExtraDoubleCounterTrackUuidsList(), doubles);
            assertEquals(expected.getUnknownFields().getField(7).getVarintList().size(), decoder.otherCount());
        }
    }

    private static List<Long> counters(TrackEventDefaultsDecoder decoder) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < decoder.extraCounterTrackUuidsCount(); i++) {
            values.add(decoder.extraCounterTrackUuids(i));
        }
        return values;
    }

    @Test
    void keepsPackedValuesBeforeATruncatedOne() {
        byte[] truncated = {(byte) 0xfa, 1, 3, 5, (byte) 0x81, (byte) 0x80, (byte) 0xf8, 1, 6};
        TrackEventDefaultsDecoder decoder = new TrackEventDefaultsDecoder();
        assertTrue(decoder.decode(truncated, 0, truncated.length));
        assertEquals(List.of(5L, 6L), counters(decoder));
        assertTrue(decoder.hasTruncated(TrackEventDefaultsDecoder.EXTRA_COUNTER_TRACK_UUIDS));
        assertFalse(decoder.hasTruncated(TrackEventDefaultsDecoder.EXTRA_DOUBLE_COUNTER_TRACK_UUIDS));
        // An empty list, and after it a message without the field.
        assertTrue(decoder.decode(new byte[] {(byte) 0xfa, 1, 0}, 0, 3));
        assertFalse(decoder.hasTruncated(-1));
        assertEquals(List.of(), counters(decoder));
        assertTrue(decoder.decode(new byte[0], 0, 0));
        assertEquals(List.of(), counters(decoder));
    }

    @Test
    void readsPackedDoublesUpToATruncatedOne() {
        TrackEventDecoder event = new TrackEventDecoder();
        for (int cut = 0; cut < 9; cut++) {
            size = 0;
            tag(TrackEvent.EXTRA_DOUBLE_COUNTER_VALUES_FIELD_NUMBER, BYTES);
            varint(24 - cut);
            for (long d = 1; d <= 3; d++) {
                long bits = Double.doubleToRawLongBits(d / 2.0);
                for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                    bytes[size++] = (byte) (bits >>> shift);
                }
            }
            assertTrue(event.decode(bytes, 0, size - cut));
            assertEquals(cut == 0 ? 3 : 2, event.extraDoubleCounterValuesCount());
            assertEquals(1.0, event.extraDoubleCounterValues(1));
            assertEquals(cut % Long.BYTES != 0, event.hasTruncated(TrackEventDecoder.EXTRA_DOUBLE_COUNTER_VALUES));
        }
    }

    @Test
    void readsStringsAndNestedMessages() {
        byte[] encoded = TrackDescriptor.newBuilder()
                .setName("näme")
                .setProcess(ProcessDescriptor.newBuilder()
                        .setPid(7)
                        .addProcessLabels("a")
                        .addProcessLabels("b"))
                .build()
                .toByteArray();
        TrackDescriptorDecoder track = new TrackDescriptorDecoder();
        assertTrue(track.decode(encoded, 0, encoded.length));
        assertEquals("näme", track.name());
        assertEquals(5, track.nameId((utf8, offset, length) -> length));
        assertEquals("", track.staticName());
        assertEquals(0, track.staticNameId((utf8, offset, length) -> 1));
        ProcessDescriptorDecoder process = track.process(new ProcessDescriptorDecoder());
        assertEquals(7, process.pid());
        assertEquals("b", process.processLabels(1));
        assertFalse(track.thread(new ThreadDescriptorDecoder()).hasPid());
    }

    @Test
    void readsStringsAndMessagesOfFieldsWithoutASlot() {
        byte[] encoded = InternedData.newBuilder()
                .addEventNames(EventName.newBuilder().setIid(3).setName("draw"))
                .build()
                .toByteArray();
        InternedDataDecoder data = new InternedDataDecoder();
        assertTrue(data.decode(encoded, 0, encoded.length));
        assertEquals(InternedData.EVENT_NAMES_FIELD_NUMBER, data.otherNumber(0));
        assertEquals(3, data.other(0, new InternedStringDecoder()).iid());
        assertTrue(data.otherText(0).endsWith("draw"));
        assertEquals(0, data.otherValue(0));
    }

    @Test
    void readsNumbersOfOtherWireTypesAndSkipsNumbersInsteadOfBytes() {
        TracePacketDecoder packet = new TracePacketDecoder();
        size = 0;
        tag(TracePacket.TIMESTAMP_FIELD_NUMBER, BYTES);
        varint(3);
        size += 3;
        tag(TracePacket.TRUSTED_PID_FIELD_NUMBER, FIXED32);
        bytes[size] = 5;
        size += 4;
        tag(TracePacket.MACHINE_ID_FIELD_NUMBER, FIXED64);
        bytes[size] = 6;
        size += 8;
        tag(TracePacket.SYNCHRONIZATION_MARKER_FIELD_NUMBER, VARINT);
        varint(9);
        assertTrue(packet.decode(bytes, 0, size));
        assertFalse(packet.hasTimestamp());
        assertEquals(5, packet.trustedPid());
        assertEquals(6, packet.machineId());
        assertFalse(packet.hasSynchronizationMarker());
        assertEquals(0, packet.otherCount());
    }

    @Test
    void keepsAValueBeforeOneOfAnotherWireType() {
        TrackEventDecoder event = new TrackEventDecoder();
        size = 0;
        tag(TrackEvent.NAME_FIELD_NUMBER, BYTES);
        varint(1);
        bytes[size++] = 'a';
        tag(TrackEvent.NAME_FIELD_NUMBER, VARINT);
        varint(9);
        tag(TrackEvent.DEBUG_ANNOTATIONS_FIELD_NUMBER, FIXED32);
        size += 4;
        tag(TrackEvent.TRACK_UUID_FIELD_NUMBER, VARINT);
        varint(7);
        tag(TrackEvent.TRACK_UUID_FIELD_NUMBER, BYTES);
        varint(2);
        size += 2;
        assertTrue(event.decode(bytes, 0, size));
        assertEquals("a", event.name());
        assertEquals(7, event.trackUuid());
        assertEquals(0, event.debugAnnotationsCount());
    }

    /// Reads a varint of up to ten bytes; `CodedInputStream` accepts some longer ones.
    private static long varint(CodedInputStream in, byte[] bytes, int from) throws IOException {
        int at = from + in.getTotalBytesRead();
        int n = 0;
        while (at + n < bytes.length && bytes[at + n] < 0) {
            n++;
        }
        if (n >= 10) {
            throw new IOException("varint");
        }
        return in.readRawVarint64();
    }

    /// Describes a packet as protobuf-java reads it: whether it is complete, the last value of each stored field, and
    /// the other fields in their order.
    private static String describeWithProtobuf(byte[] bytes, int from, int size) {
        long[] last = new long[128];
        boolean[] has = new boolean[128];
        List<String> others = new ArrayList<>();
        boolean isComplete = true;
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytes, from, size);
            while (!in.isAtEnd()) {
                // A generated message would ignore the upper half of a tag.
                long tag = varint(in, bytes, from);
                long number = tag >>> 3;
                if (number == 0 || number >= 1 << 29) {
                    throw new IOException("tag");
                }
                int field = (int) number;
                long value = 0;
                String location = "";
                switch ((int) tag & 7) {
                    case VARINT -> value = varint(in, bytes, from);
                    case FIXED64 -> value = in.readRawLittleEndian64();
                    case FIXED32 -> value = in.readRawLittleEndian32() & 0xFFFF_FFFFL;
                    case BYTES -> {
                        long length = varint(in, bytes, from);
                        if (length < 0 || length > size) {
                            throw new IOException("length");
                        }
                        location = "@" + (from + in.getTotalBytesRead()) + "+" + length;
                        in.skipRawBytes((int) length);
                    }
                    default -> throw new IOException("group");
                }
                if (STORED_FIELDS.contains(field)) {
                    // All the described ones are numbers.
                    if (location.isEmpty()) {
                        last[field] = value;
                        has[field] = true;
                    }
                } else {
                    others.add(field + location + "=" + value);
                }
            }
        } catch (IOException e) {
            isComplete = false;
        }
        return isComplete + " " + has[8] + last[8] + " " + has[10] + (int) last[10] + " " + has[58] + (int) last[58]
                + " " + has[79] + (int) last[79] + others;
    }

    private static String describeWithDecoder(TracePacketDecoder p, byte[] bytes, int from, int size) {
        boolean isComplete = p.decode(bytes, from, size);
        List<String> others = new ArrayList<>();
        for (int i = 0; i < p.otherCount(); i++) {
            String location = "@" + p.otherOffset(i) + "+" + p.otherLength(i);
            String bytesLocation = p.otherWire(i) == MessageDecoder.BYTES ? location : "";
            others.add(p.otherNumber(i) + bytesLocation + "=" + p.otherValue(i));
        }
        return isComplete + " " + p.hasTimestamp() + p.timestamp() + " " + p.hasTrustedPacketSequenceId()
                + p.trustedPacketSequenceId() + " " + p.hasTimestampClockId() + p.timestampClockId() + " "
                + p.hasTrustedPid() + p.trustedPid() + others;
    }

    /// The messages include groups, which count as damage, and varints that are longer than necessary or allowed.
    @Test
    void matchesProtobufForFieldsInAnyEncodingAndDamage() {
        int[] fields = {8, 10, 11, 12, 58, 59, 60, 79, 107, TracePacket.FOR_TESTING_FIELD_NUMBER, 5000, 536_870_911};
        int[] wires = {VARINT, VARINT, VARINT, FIXED64, BYTES, BYTES, BYTES, FIXED32};
        TracePacketDecoder packet = new TracePacketDecoder();
        int damaged = 0;
        for (int i = 0; i < 60_000; i++) {
            size = 1;
            for (int k = random.nextInt(12); k > 0; k--) {
                int wire = random.nextInt(300) == 0 ? GROUP + random.nextInt(2) : wires[random.nextInt(wires.length)];
                long tag = (long) fields[random.nextInt(fields.length)] << 3 | wire;
                longVarint(tag, random.nextInt(9) == 0 ? random.nextInt(6) : 0);
                if (wire == VARINT) {
                    longVarint(
                            random.nextLong() >>> random.nextInt(64), random.nextInt(9) == 0 ? random.nextInt(4) : 0);
                } else {
                    int length = wire == FIXED64 ? 8 : wire == FIXED32 ? 4 : random.nextInt(8);
                    if (wire == BYTES) {
                        longVarint(length, random.nextInt(9) == 0 ? random.nextInt(11) : 0);
                    }
                    for (int b = 0; b < length; b++) {
                        bytes[size++] = (byte) random.nextInt();
                    }
                }
            }
            if (i % 3 == 0) {
                size -= random.nextInt(Math.min(size, 4));
            } else if (i % 3 == 1) {
                bytes[random.nextInt(size)] = (byte) random.nextInt();
            }
            int length = Math.max(0, size - 1);
            String expected = describeWithProtobuf(bytes, 1, length);
            damaged += expected.startsWith("false") ? 1 : 0;
            assertEquals(expected, describeWithDecoder(packet, bytes, 1, length));
        }
        assertTrue(damaged > 5000 && damaged < 40_000, damaged + " damaged");
    }

    @Test
    void aReleasedDecoderKeepsOnlyNumbers() {
        TracePacketDecoder packet = new TracePacketDecoder();
        byte[] encoded = TracePacket.newBuilder().setTimestamp(7).build().toByteArray();
        assertTrue(packet.decode(encoded, 0, encoded.length));
        packet.release();
        assertEquals(0, packet.buffer().length);
        assertEquals(7, packet.timestamp());
        assertFalse(packet.hasTrustedPid());
    }

    @Test
    void mergesThePartsOfAMessage() {
        TrackEventDefaultsDecoder decoder = new TrackEventDefaultsDecoder();
        byte[] encoded = {88, 1, (byte) 0xf8, 1, 5, 88, 2, (byte) 0xf8, 1, 6, 56, 9};
        assertTrue(decoder.decode(encoded, 0, 5));
        assertTrue(decoder.merge(encoded, 5, 7));
        assertEquals(2, decoder.trackUuid());
        assertEquals(List.of(5L, 6L), counters(decoder));
        assertEquals(7, decoder.otherNumber(0));
        assertTrue(decoder.decode(encoded, 5, 2));
        assertEquals(List.of(), counters(decoder));
        assertEquals(0, decoder.otherCount());
    }

    @Test
    void findsTheConstantOfAFieldByItsNumber() {
        assertEquals(
                TrackEventDefaultsDecoder.TRACK_UUID,
                TrackEventDefaultsDecoder.bit(TrackEventDefaults.TRACK_UUID_FIELD_NUMBER));
        assertEquals(0, TrackEventDefaultsDecoder.bit(1));
        assertEquals(0, TrackEventDefaultsDecoder.bit(5000));
    }
}
