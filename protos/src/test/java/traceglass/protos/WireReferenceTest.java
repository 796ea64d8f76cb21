package traceglass.protos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.DescriptorProtos.FieldOptions;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/// Compares the compiled schema with the table of fields and enum values from which it was written.
class WireReferenceTest {
    @Test
    void hasEveryFieldOfTheReference() throws IOException {
        List<String> errors = new ArrayList<>();
        Map<String, Integer> fieldCounts = new HashMap<>();
        List<String[]> rows = rows("fields.tsv");
        for (String[] row : rows) {
            String message = row[1], name = row[2], scope = row[9];
            Descriptor owner = messageNamed(message);
            if (owner == null) {
                errors.add(message + " is missing");
                continue;
            }
            FieldDescriptor field =
                    scope.isEmpty() ? owner.findFieldByName(name) : extension(owner, Integer.parseInt(row[3]));
            String expected = String.join(" ", row[3], row[4], row[5], row[6], row[7], row[8], scope);
            String found = field == null ? "nothing" : describe(field);
            if (!expected.equals(found) || !field.getName().equals(name)) {
                errors.add(message + "." + name + ": expected " + expected + ", found " + found);
            }
            if (scope.isEmpty()) {
                fieldCounts.merge(message, 1, Integer::sum);
            }
        }
        fieldCounts.forEach((message, count) -> {
            if (messageNamed(message).getFields().size() != count) {
                errors.add(message + " has fields that the reference does not have");
            }
        });
        assertTrue(rows.size() > 8000, "the table of fields is truncated");
        assertEquals(List.of(), errors);
    }

    @Test
    void hasEveryEnumValueOfTheReference() throws IOException {
        List<String> errors = new ArrayList<>();
        List<String[]> rows = rows("enums.tsv");
        for (String[] row : rows) {
            EnumDescriptor type = Descriptors.enumByName(row[1]);
            EnumValueDescriptor value = type == null ? null : type.findValueByName(row[2]);
            if (value == null || value.getNumber() != Integer.parseInt(row[3])) {
                errors.add(row[1] + "." + row[2] + " = " + row[3]);
            }
        }
        assertTrue(rows.size() > 4000, "the table of enum values is truncated");
        assertEquals(List.of(), errors);
    }

    private static Descriptor messageNamed(String fullName) {
        return switch (fullName) {
            case "google.protobuf.FieldOptions" -> FieldOptions.getDescriptor();
            case "google.protobuf.MessageOptions" -> MessageOptions.getDescriptor();
            default -> Descriptors.byName(fullName);
        };
    }

    private static String describe(FieldDescriptor field) {
        String type = switch (field.getType()) {
            case MESSAGE -> field.getMessageType().getFullName();
            case ENUM -> field.getEnumType().getFullName();
            default -> field.getType().name().toLowerCase(Locale.ROOT);
        };
        String oneof = field.getRealContainingOneof() == null
                ? ""
                : field.getRealContainingOneof().getName();
        String defaultValue = field.hasDefaultValue() ? field.getDefaultValue().toString() : "";
        String scope = "";
        if (field.isExtension()) {
            scope = field.getExtensionScope() == null
                    ? field.getFile().getPackage()
                    : field.getExtensionScope().getFullName();
        }
        return String.join(
                " ",
                String.valueOf(field.getNumber()),
                field.isRepeated() ? "repeated" : "optional",
                type,
                oneof,
                defaultValue,
                field.isPacked() ? "packed" : "",
                scope);
    }

    private static List<String[]> rows(String name) throws IOException {
        Path table = shared().resolve("reference/wire").resolve(name);
        Assumptions.assumeTrue(Files.isRegularFile(table), "the reference tables are not on this machine");
        try (var lines = Files.lines(table)) {
            return lines.skip(1).map(line -> line.split("\t", -1)).toList();
        }
    }

    private static Path shared() {
        String named = System.getenv("TRACEGLASS_SHARED");
        return named != null
                ? Path.of(named)
                : Path.of("../../shared").toAbsolutePath().normalize();
    }

    private static FieldDescriptor extension(Descriptor owner, int number) {
        return Descriptors.extensionsOf(owner).stream()
                .filter(field -> field.getNumber() == number)
                .findFirst()
                .orElse(null);
    }
}
