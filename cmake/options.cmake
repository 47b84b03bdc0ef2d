# How everything is compiled: language level, warnings, sanitizers, where programs go.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")

option(PLUMBLINE_TESTS "Build the tests" ON)
option(PLUMBLINE_WERROR "Treat warnings as errors" OFF)
option(PLUMBLINE_PCH "Precompile common headers" OFF)
option(PLUMBLINE_UNITY "Compile sources in batches" OFF)
option(PLUMBLINE_COVERAGE "Instrument for gcov" OFF)
option(PLUMBLINE_FUZZERS "Build the libFuzzer targets (clang only)" OFF)
set(PLUMBLINE_SANITIZE "" CACHE STRING "Sanitizers, as given to -fsanitize (address,undefined | thread)")

# Checks stay on in every build type: PLUMBLINE_CHECK does not look at NDEBUG.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")

# Warnings are for our targets only; modules.cmake links this.
add_library(plumbline_options INTERFACE)
target_include_directories(plumbline_options INTERFACE "${CMAKE_SOURCE_DIR}")
# A JSON value would otherwise become whatever a call expects, such as an enumeration in another to_text, and throw.
target_compile_definitions(plumbline_options INTERFACE JSON_USE_IMPLICIT_CONVERSIONS=0)
target_compile_options(plumbline_options INTERFACE
    -pthread -Wall -Wextra -Wconversion -Wshadow -Wpedantic
    $<$<BOOL:${PLUMBLINE_WERROR}>:-Werror>)

# Additional options of the test sources.
add_library(plumbline_test_options INTERFACE)

if(PLUMBLINE_SANITIZE)
    # Library code must be instrumented as well, so these are global.
    add_compile_options("-fsanitize=${PLUMBLINE_SANITIZE}" -fno-omit-frame-pointer
                        -fno-sanitize-recover=all)
    # Where these find an error, AddressSanitizer stops as well, or the processor does not mind; they double the code. Measured
    # for one batch: 22 s of CPU time with them, 14 s without.
    add_compile_options("$<$<CXX_COMPILER_ID:Clang>:-fno-sanitize=alignment,null,object-size,vptr>")
    # In instrumented code gcc assumes that the value of an empty std::optional is read; the other builds warn.
    target_compile_options(plumbline_options INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    add_link_options("-fsanitize=${PLUMBLINE_SANITIZE}")
    # Only the code under test is instrumented: the thousands of assertions then compile in a third of the time.
    target_compile_options(plumbline_test_options INTERFACE -O0 -fno-sanitize=undefined)
endif()
if(PLUMBLINE_COVERAGE)
    add_compile_options(--coverage -O0)
    add_link_options(--coverage)
endif()
# An assertion prints its file and line; line tables of the tests cost an eighth of their compile time.
if(NOT PLUMBLINE_SANITIZE AND NOT PLUMBLINE_COVERAGE)
    target_compile_options(plumbline_test_options INTERFACE -g0)
endif()

# With its time in it a rebuilt precompiled header would differ, and the compiler cache would serve none of its users.
add_compile_options("$<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>")

find_program(PLUMBLINE_CCACHE ccache)
if(PLUMBLINE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    # The sloppiness lets ccache work with precompiled headers; paths are relative to the
    # checkout, so that one clone may use what another compiled. A precompiled header is hashed once,
    # not for each source that loads it.
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime;CCACHE_NOHASHDIR=1;CCACHE_DEPEND=1;CCACHE_INODECACHE=1;CCACHE_BASEDIR=${CMAKE_SOURCE_DIR};${PLUMBLINE_CCACHE}")
endif()
find_program(PLUMBLINE_MOLD mold)
if(PLUMBLINE_MOLD)
    add_link_options(-fuse-ld=mold)
endif()
