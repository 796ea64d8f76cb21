package traceglass.service.filter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.ByteString;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import traceglass.protos.common.SemanticType;
import traceglass.protos.config.TraceConfig.TraceFilter;
import traceglass.protos.config.TraceConfig.TraceFilter.StringFilterPolicy;
import traceglass.protos.config.TraceConfig.TraceFilter.StringFilterRule;
import traceglass.protos.trace.TestEvent;
import traceglass.protos.trace.TracePacket;

class PacketFilterTest {

    private static final int TEST = TracePacket.FOR_TESTING_FIELD_NUMBER;

    /// Returns a filter that keeps the timestamp, and the string and nested message of test events.
    private static FilterCode code() {
        return new FilterCode()
                .nested(1, 1)
                .end()
                .keep(TracePacket.TIMESTAMP_FIELD_NUMBER)
                .nested(TEST, 2)
                .end()
                .keep(TestEvent.STR_FIELD_NUMBER)
                .end();
    }

    private static PacketFilter filter(FilterCode code) throws InvalidFilter {
        return PacketFilter.load(
                TraceFilter.newBuilder()
                        .setBytecode(ByteString.copyFrom(code.bytes()))
                        .build(),
                1);
    }

    private static TracePacket packet(String text) {
        return TracePacket.newBuilder()
                .setTimestamp(7)
                .setTrustedUid(8)
                .setForTesting(TestEvent.newBuilder().setStr(text).setCounter(9))
                .build();
    }

    @Test
    void keepsTheFieldsThatTheBytecodeNames() throws Exception {
        PacketFilter filter = filter(code());
        byte[] input = packet("a").toByteArray();
        byte[] output = filter.apply(input, 0);
        assertEquals(
                TracePacket.newBuilder()
                        .setTimestamp(7)
                        .setForTesting(TestEvent.newBuilder().setStr("a"))
                        .build(),
                TracePacket.parseFrom(output));
        assertEquals(1, filter.stats().getInputPackets());
        assertEquals(input.length, filter.stats().getInputBytes());
        assertEquals(output.length, filter.stats().getOutputBytes());
        assertEquals(input.length - output.length, filter.stats().getBytesDiscardedPerBuffer(0));
    }

    @Test
    void rewritesTheSizesOfMessagesThatShrink() throws Exception {
        TracePacket large = TracePacket.newBuilder()
                .setForTesting(TestEvent.newBuilder()
                        .setStr("x")
                        .setPayload(TestEvent.TestPayload.newBuilder().setSingleString("y".repeat(300))))
                .build();
        TracePacket filtered = TracePacket.parseFrom(filter(code()).apply(large.toByteArray(), -1));
        assertEquals(TestEvent.newBuilder().setStr("x").build(), filtered.getForTesting());
    }

    @Test
    void returnsAnEmptyPacketIfTheFilterDropsAllFields() throws Exception {
        PacketFilter filter =
                filter(new FilterCode().nested(1, 1).end().keep(4000).end());
        assertEquals(0, filter.apply(packet("a").toByteArray(), 0).length);
        assertEquals(0, filter.stats().getErrors());
    }

    @Test
    void keepsFieldsInRanges() throws Exception {
        PacketFilter filter =
                filter(new FilterCode().nested(1, 1).end().range(100, 801).end());
        assertEquals(
                packet("a").getForTesting(),
                TracePacket.parseFrom(filter.apply(packet("a").toByteArray(), 0))
                        .getForTesting());
        filter = filter(new FilterCode().nested(1, 1).end().range(100, 800).end());
        assertEquals(0, filter.apply(packet("a").toByteArray(), 0).length);
    }

    @Test
    void prefersTheNewerBytecodeAndAppliesItsOverlay() throws Exception {
        FilterCode older = new FilterCode().nested(1, 1).end().keep(4000).end();
        byte[] overlay = new FilterCode()
                .word(1)
                .keep(TracePacket.TRUSTED_UID_FIELD_NUMBER)
                .word(0)
                .word(2)
                .text(TestEvent.STR_FIELD_NUMBER, 3)
                .bytes();
        TraceFilter config = TraceFilter.newBuilder()
                .setBytecode(ByteString.copyFrom(older.bytes()))
                .setBytecodeV2(ByteString.copyFrom(code().bytes()))
                .setBytecodeOverlayV54(ByteString.copyFrom(overlay))
                .setStringFilterChainV54(TraceFilter.StringFilterChain.newBuilder()
                        .addRules(rule(StringFilterPolicy.SFP_MATCH_REDACT_GROUPS, "(secret).*", "")
                                .addSemanticType(SemanticType.SEMANTIC_TYPE_WAKELOCK)))
                .build();
        TracePacket filtered = TracePacket.parseFrom(
                PacketFilter.load(config, 1).apply(packet("secret x").toByteArray(), 0));
        assertEquals(8, filtered.getTrustedUid());
        assertEquals("P60RED x", filtered.getForTesting().getStr());
    }

    private static StringFilterRule.Builder rule(StringFilterPolicy policy, String pattern, String start) {
        return StringFilterRule.newBuilder()
                .setPolicy(policy)
                .setRegexPattern(pattern)
                .setAtracePayloadStartsWith(start);
    }

    private static String redact(String text, StringFilterRule.Builder... rules) throws Exception {
        TraceFilter.StringFilterChain.Builder chain = TraceFilter.StringFilterChain.newBuilder();
        for (StringFilterRule.Builder rule : rules) {
            chain.addRules(rule);
        }
        TraceFilter config = TraceFilter.newBuilder()
                .setBytecode(ByteString.copyFrom(new FilterCode()
                        .nested(1, 1)
                        .end()
                        .nested(TEST, 2)
                        .end()
                        .text(TestEvent.STR_FIELD_NUMBER)
                        .end()
                        .bytes()))
                .setStringFilterChain(chain)
                .build();
        return TracePacket.parseFrom(
                        PacketFilter.load(config, 1).apply(packet(text).toByteArray(), 0))
                .getForTesting()
                .getStr();
    }

    @ParameterizedTest
    @CsvSource({
        "SFP_MATCH_REDACT_GROUPS, user (\\d+), '', user 12, user P6",
        "SFP_MATCH_REDACT_GROUPS, user (\\d+), '', user 12 a, user 12 a",
        "SFP_MATCH_REDACT_GROUPS, user (.*), '', user 0123456789abcdef, user P60REDACTED-----",
        "SFP_ATRACE_MATCH_REDACT_GROUPS, 'B\\|\\d+\\|job (.*)', job, 'B|10|job 123', 'B|10|job P60'",
        "SFP_ATRACE_MATCH_REDACT_GROUPS, 'B\\|\\d+\\|job (.*)', other, 'B|10|job 123', 'B|10|job 123'",
        "SFP_ATRACE_MATCH_REDACT_GROUPS, '.*(1).*', '', 'E|10|1', 'E|10|1'",
        "SFP_ATRACE_MATCH_REDACT_GROUPS, '.*(1).*', '', 'no event 1', 'no event 1'",
        "SFP_ATRACE_REPEATED_SEARCH_REDACT_GROUPS, 'id=(\\d+)', '', 'B|1|id=12 id=345', 'B|1|id=P6 id=P60'",
        "SFP_ATRACE_REPEATED_SEARCH_REDACT_GROUPS, '(é)', '', 'B|1|né', 'B|1|nP6'",
    })
    void redactsGroups(StringFilterPolicy policy, String pattern, String start, String text, String expected)
            throws Exception {
        assertEquals(expected, redact(text, rule(policy, pattern, start)));
    }

    @Test
    void stopsAtTheFirstRuleThatMatches() throws Exception {
        StringFilterRule.Builder builder = rule(StringFilterPolicy.SFP_MATCH_REDACT_GROUPS, "(.*)", "");
        assertEquals("keep", redact("keep", rule(StringFilterPolicy.SFP_MATCH_BREAK, "k.*", ""), builder));
        assertEquals("P60", redact("abc", rule(StringFilterPolicy.SFP_MATCH_BREAK, "k.*", ""), builder));
        assertEquals(
                "B|1|keep", redact("B|1|keep", rule(StringFilterPolicy.SFP_ATRACE_MATCH_BREAK, ".*", "ke"), builder));
    }

    @Test
    void replacesRulesByName() throws Exception {
        assertEquals(
                "xP",
                redact(
                        "xy",
                        rule(StringFilterPolicy.SFP_MATCH_BREAK, ".*", "").setName("n"),
                        rule(StringFilterPolicy.SFP_MATCH_REDACT_GROUPS, "x(.)", "")
                                .setName("n")));
    }

    @Test
    void refusesRulesWithoutPolicyAndDamagedPatterns() {
        assertThrows(InvalidFilter.class, () -> redact("a", rule(StringFilterPolicy.SFP_UNSPECIFIED, "a", "")));
        assertThrows(InvalidFilter.class, () -> redact("a", rule(StringFilterPolicy.SFP_MATCH_BREAK, "(", "")));
    }

    private static void assertInvalid(FilterCode code) {
        assertThrows(InvalidFilter.class, () -> filter(code));
    }

    @Test
    void refusesDamagedBytecode() {
        byte[] flipped = code().bytes();
        flipped[0] ^= 8;
        assertThrows(
                InvalidFilter.class,
                () -> PacketFilter.load(
                        TraceFilter.newBuilder()
                                .setBytecode(ByteString.copyFrom(flipped))
                                .build(),
                        1));
        assertThrows(InvalidFilter.class, () -> PacketFilter.load(TraceFilter.getDefaultInstance(), 1));
        assertInvalid(new FilterCode());
        assertInvalid(new FilterCode().keep(1).end()); // Packets are not nested messages.
        assertInvalid(new FilterCode().nested(1, 1)); // No end.
        assertInvalid(new FilterCode().nested(1, 2).end().end()); // No such message.
        assertInvalid(new FilterCode().nested(1, -1).end().end());
        assertInvalid(new FilterCode().nested(1, 1).end().word(3 << 3 | 6).end()); // No such instruction.
        assertInvalid(new FilterCode().nested(1, 1).end().word(1).end()); // Field 0.
        assertInvalid(
                new FilterCode().nested(1, 1).end().range(200, 10).keep(205).end());
        assertInvalid(new FilterCode().nested(1, 1).end().word(3 << 3 | 3)); // No index.
    }

    @Test
    void emptiesDamagedPackets() throws Exception {
        PacketFilter filter = filter(code());
        byte[] complete = packet("abc").toByteArray();
        for (int cut = 1; cut < complete.length; cut++) {
            filter.apply(Arrays.copyOf(complete, cut), 0);
        }
        assertTrue(filter.stats().getErrors() > 0);
        byte[] tooLong = {(byte) 0xA2, 0x38, 5, 10, 100, 'a', 'b', 'c'}; // A string that extends beyond its message.
        assertArrayEquals(new byte[0], filter.apply(tooLong, 0));
    }

    @Test
    void rejectsPacketsThatAreNestedTooDeeply() throws Exception {
        PacketFilter filter =
                filter(new FilterCode().nested(1, 1).end().nested(1, 1).end());
        byte[] nested = {};
        for (int i = 0; i < 5000; i++) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.write(10);
            FilterCode.put(out, nested.length);
            out.writeBytes(nested);
            nested = out.toByteArray();
        }
        assertEquals(0, filter.apply(nested, 0).length);
        assertEquals(1, filter.stats().getErrors());
    }

    @Test
    void neverReadsOrWritesBeyondRandomPackets() throws Exception {
        Random random = new Random(1);
        PacketFilter filter = filter(code());
        byte[] model = packet("some text").toByteArray();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = model.clone();
            for (int k = random.nextInt(4); k >= 0; k--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertTrue(filter.apply(bytes, 0).length <= bytes.length);
        }
    }
}
