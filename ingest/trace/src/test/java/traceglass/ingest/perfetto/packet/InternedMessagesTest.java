package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InternedMessagesTest {

    @Test
    void findsMessagesWithAnyIid() {
        Random random = new Random(11);
        for (int round = 0; round < 50; round++) {
            InternedMessages messages = new InternedMessages();
            Map<Long, InternedMessage> expected = new HashMap<>();
            for (int i = 0; i < 2_000; i++) {
                long iid = switch (random.nextInt(6)) {
                    case 0 -> random.nextLong();
                    case 1 -> random.nextInt(20_000);
                    case 2 -> (1L << 31) + random.nextInt(50);
                    case 3 -> -random.nextInt(100);
                    default -> i;
                };
                assertSame(expected.get(iid), messages.get(iid));
                if (!expected.containsKey(iid)) {
                    InternedMessage message = new InternedMessage(new byte[0]);
                    expected.put(iid, message);
                    messages.add(iid, message);
                }
            }
            expected.forEach((iid, message) -> assertSame(message, messages.get(iid)));
        }
    }

    @Test
    void copiesAreIndependent() {
        for (long iid : new long[] {3, 1L << 40}) {
            InternedMessages messages = new InternedMessages();
            messages.add(2, new InternedMessage(new byte[0]));
            messages.add((1L << 40) + 1, new InternedMessage(new byte[0]));
            InternedMessages copy = new InternedMessages(messages);
            copy.add(iid, new InternedMessage(new byte[0]));
            assertNotNull(copy.get(iid));
            assertNull(messages.get(iid));
            assertSame(messages.get(2), copy.get(2));
        }
    }
}
