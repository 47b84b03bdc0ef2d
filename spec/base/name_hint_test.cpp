#include "spec/base/name_hint.hpp"

#include <gtest/gtest.h>

namespace plumbline {
namespace {

TEST(NameHint, NamesTheNearestName) {
    EXPECT_EQ(name_hint("--ulr", {"--url", "--jobs"}), "; did you mean --url?");
    EXPECT_EQ(quoted_name_hint("titel", {"title", "kind"}), "; did you mean \"title\"?");
}

TEST(NameHint, IsEmptyIfNoNameIsNear) {
    EXPECT_EQ(name_hint("banana", {"--url", "--jobs"}), "");
    EXPECT_EQ(quoted_name_hint("banana", {}), "");
}

}  // namespace
}  // namespace plumbline
