package traceglass.service.filter;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.Arrays;

/// Words of a filter's bytecode: 32-bit varints, the last of which is a checksum of the others.
final class FilterWords {

    /// Offset basis and prime of the 64-bit FNV-1a hash, whose lower half is the checksum.
    private static final long BASIS = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;
    private static final int OPCODE_BITS = 3;

    private final int[] words;
    private int position;

    private FilterWords(int[] words) {
        this.words = words;
    }

    /// Parses the bytecode and verifies its checksum.
    ///
    /// @param name name of the bytecode for error messages
    static FilterWords parse(String name, byte[] bytecode) throws InvalidFilter {
        int[] words = new int[bytecode.length];
        int count = 0;
        try {
            CodedInputStream in = CodedInputStream.newInstance(bytecode);
            while (!in.isAtEnd()) {
                words[count++] = (int) in.readRawVarint64();
            }
        } catch (IOException e) {
            throw new InvalidFilter(name + " ends within a number");
        }
        if (count == 0) {
            throw new InvalidFilter(name + " is empty");
        }
        long hash = BASIS;
        for (int i = 0; i < count - 1; i++) {
            for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
                hash = (hash ^ words[i] >>> shift & 0xFF) * PRIME;
            }
        }
        if ((int) hash != words[count - 1]) {
            throw new InvalidFilter("the checksum of " + name + " is wrong");
        }
        return new FilterWords(Arrays.copyOf(words, count - 1));
    }

    boolean hasNext() {
        return position < words.length;
    }

    int size() {
        return words.length;
    }

    int next() throws InvalidFilter {
        if (position == words.length) {
            throw new InvalidFilter("the bytecode ends within an instruction");
        }
        return words[position++];
    }

    static int opcode(int word) {
        return word & (1 << OPCODE_BITS) - 1;
    }

    static int field(int word) {
        return word >>> OPCODE_BITS;
    }
}
