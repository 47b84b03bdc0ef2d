#pragma once
// Names of table-driven tests: what ctest lists and --gtest_filter accepts.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace plumbline {

/// Names the test of a table's row: its number, then the row as PrintTo prints it, reduced to the
/// characters that a test name allows. For tables whose rows have no name; last argument of
/// INSTANTIATE_TEST_SUITE_P.
struct RowName {
    template <typename Row>
    std::string operator()(const testing::TestParamInfo<Row>& row) const {
        return of(row.index, testing::PrintToString(row.param));
    }

    static std::string of(std::size_t index, const std::string& printed) {
        constexpr std::size_t kLongest = 60;
        std::string name = std::to_string(index);
        bool is_gap = true;
        for (const char c : printed.substr(0, kLongest)) {
            const bool fits =
                (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
            if (fits && is_gap) name += '_';
            if (fits) name += c;
            is_gap = !fits;
        }
        return name;
    }
};

}  // namespace plumbline
