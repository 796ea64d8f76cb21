/* The program of the small binaries in this folder. See README.txt. */
static int __attribute__((noinline)) square(int x) {
    return x * x;
}

int __attribute__((noinline)) sum_of_squares(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
        sum += square(i);
    }
    return sum;
}

int main(int argc, char **argv) {
    (void)argv;
    return sum_of_squares(argc);
}
