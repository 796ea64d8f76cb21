package traceglass.engine.summary;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Prints a summary in the format of Perfetto's trace processor: indented by two spaces per level, numbers with six
/// decimals.
public final class SummaryText {

    private static final int DECIMALS = 6;
    private static final int FIRST_PRINTED = 0x20;
    private static final int LAST_PRINTED = 0x7E;

    private final StringBuilder out = new StringBuilder();

    private SummaryText() {}

    public static String of(Message summary) {
        SummaryText text = new SummaryText();
        text.writeFields(summary, "");
        return text.out.toString();
    }

    private void writeFields(Message message, String indent) {
        for (Map.Entry<FieldDescriptor, Object> field : message.getAllFields().entrySet()) {
            if (field.getKey().isRepeated()) {
                for (Object value : (List<?>) field.getValue()) {
                    field(field.getKey(), value, indent);
                }
            } else {
                field(field.getKey(), field.getValue(), indent);
            }
        }
    }

    private void field(FieldDescriptor field, Object value, String indent) {
        out.append(indent).append(field.getName());
        if (value instanceof Message message) {
            out.append(" {\n");
            writeFields(message, indent + "  ");
            out.append(indent).append("}\n");
        } else {
            out.append(": ").append(scalar(value)).append('\n');
        }
    }

    private static String scalar(Object value) {
        return switch (value) {
            case Double d -> number(d);
            case String text -> quoted(text.getBytes(StandardCharsets.UTF_8));
            case ByteString bytes -> quoted(bytes.toByteArray());
            default -> value.toString();
        };
    }

    /// Formats the exact value with six decimals, like C's printf.
    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "nan";
        }
        String sign = value < 0 || value == 0 && 1 / value < 0 ? "-" : "";
        return sign
                + (Double.isInfinite(value)
                        ? "inf"
                        : new BigDecimal(Math.abs(value))
                                .setScale(DECIMALS, RoundingMode.HALF_EVEN)
                                .toPlainString());
    }

    private static String quoted(byte[] bytes) {
        StringBuilder text = new StringBuilder("\"");
        for (byte b : bytes) {
            switch (b) {
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                case '"' -> text.append("\\\"");
                case '\'' -> text.append("\\'");
                case '\\' -> text.append("\\\\");
                default -> {
                    if (b >= FIRST_PRINTED && b <= LAST_PRINTED) {
                        text.append((char) b);
                    } else {
                        text.append(String.format("\\%03o", b & 0xFF));
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
