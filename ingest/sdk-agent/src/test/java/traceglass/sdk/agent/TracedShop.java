package traceglass.sdk.agent;

import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// Methods with different control flow for the agent to instrument.
public class TracedShop extends TracedBase implements Supplier<String> {

    private final String name;
    private int open;

    public TracedShop(String name) {
        // The arguments of the superclass constructor create objects and branch.
        super(name.isEmpty() ? new StringBuilder().append("none").toString() : new String(name.toCharArray()));
        this.name = name;
        if (name.equals("bad")) {
            throw new IllegalArgumentException("bad");
        }
    }

    public TracedShop() {
        this("default");
    }

    public static long sum(int[] prices, double factor) {
        long sum = 0;
        for (int price : prices) {
            if (price < 0) {
                continue;
            }
            sum += (long) (price * factor);
        }
        return sum;
    }

    /// The first instruction is the target of a jump.
    public int countDown(int from) {
        while (from > 0) {
            from--;
        }
        return from;
    }

    public String caught(Object value) {
        try {
            return ((String) value).toUpperCase(Locale.ROOT);
        } catch (ClassCastException e) {
            return "caught";
        } finally {
            open++;
        }
    }

    public double failing(int kind) {
        return switch (kind) {
            case 0 -> 0.5;
            case 1 -> throw new IllegalStateException("one");
            default -> inner(kind);
        };
    }

    private double inner(int kind) {
        int[] few = new int[2];
        return few[kind];
    }

    public synchronized int recursive(int depth) {
        return depth == 0 ? 0 : 1 + recursive(depth - 1);
    }

    public String lambdas(List<String> all) {
        StringBuilder text = new StringBuilder();
        all.forEach(one -> text.append(one).append(name));
        return text.toString();
    }

    @Override
    public String get() {
        return name + open;
    }

    public static void nothing() {}

    /// A nested class, whose name contains `$`.
    public record Item(String title, long price) {

        public Item {
            if (price < 0) {
                throw new IllegalArgumentException(title);
            }
        }
    }
}

class TracedBase {

    final String base;

    TracedBase(String base) {
        this.base = base;
    }
}
