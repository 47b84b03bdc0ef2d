#include "conformance/client/mask.hpp"

#include <gmock/gmock.h>

namespace plumbline::client {
namespace {

TEST(MaskSecrets, ReplacesEveryOccurrence) {
    EXPECT_EQ(mask_secrets("key=k-123, again k-123", {"k-123"}), "key=***, again ***");
}

TEST(MaskSecrets, PrefersTheLongestOfSeveral) {
    EXPECT_EQ(mask_secrets("k-123456", {"k-123", "k-123456"}), "***");
}

TEST(MaskSecrets, KeepsTextWithoutSecrets) {
    EXPECT_EQ(mask_secrets("k-12", {"k-123", ""}), "k-12");
}

TEST(MaskSecrets, DoesNotMaskItsOwnMask) {
    EXPECT_EQ(mask_secrets("a", {"a", "*"}), "***");
}

}  // namespace
}  // namespace plumbline::client
