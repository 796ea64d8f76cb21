package traceglass.sql.demangle;

/// Demangles compiler-generated names of functions and data, in the notation of LLVM's tools: C++ names (Itanium
/// C++ ABI, section 5.1), and Rust names in the `v0` scheme (RFC 2603).
public final class Demangler {

    private Demangler() {}

    /// Returns the name in the source; null if this is not a mangled name, or a malformed one.
    public static String demangle(String mangled) {
        if (mangled == null || mangled.length() < 3 || mangled.charAt(0) != '_') {
            return null;
        }
        String rust = strip(mangled, "__R", "_R");
        if (rust != null) {
            try {
                return new RustParser(rust).symbol();
            } catch (RustReader.MalformedName e) {
                return null;
            }
        }
        // Mach-O adds another underscore before every symbol.
        String block = strip(mangled, "____Z", "___Z");
        String name = block != null ? block : strip(mangled, "__Z", "_Z");
        if (name == null) {
            return null;
        }
        try {
            ItaniumParser parser = new ItaniumParser(name);
            Node node = block != null ? parser.block() : parser.symbol();
            return node.text();
        } catch (ItaniumReader.MalformedName | StackOverflowError e) {
            return null;
        }
    }

    private static String strip(String name, String longPrefix, String shortPrefix) {
        return name.startsWith(longPrefix)
                ? name.substring(longPrefix.length())
                : name.startsWith(shortPrefix) ? name.substring(shortPrefix.length()) : null;
    }
}
