// Prints a line and ends: the minimum start cost of any program that reports that it is ready.

#include <cstdio>

int main() {
    return std::puts("ready") < 0 ? 1 : 0;
}
