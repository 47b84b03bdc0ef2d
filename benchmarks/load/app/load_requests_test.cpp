#include "benchmarks/load/app/load_requests.hpp"

#include <gmock/gmock.h>

namespace plumbline::load {
namespace {

TEST(SecretsOf, AreTheCredentialsOfAnyHeader) {
    http::Headers headers;
    headers.add("Accept", "text/event-stream");
    headers.add("authorization", "Bearer token-1");
    headers.add("X-Api-Key", "key-2");
    headers.add("Cookie", "session=cookie-3; n=1; other=cookie-4");
    EXPECT_THAT(secrets_of(headers),
                testing::UnorderedElementsAre("Bearer token-1",
                                              "token-1",
                                              "key-2",
                                              "session=cookie-3; n=1; other=cookie-4",
                                              "cookie-3",
                                              "cookie-4"));
}

TEST(SecretsOf, HaveNoPartsThatAreInAnyText) {
    http::Headers headers;
    headers.add("Authorization", "Basic dXNlcjpwYXNz==");
    EXPECT_THAT(secrets_of(headers),
                testing::UnorderedElementsAre("Basic dXNlcjpwYXNz==", "dXNlcjpwYXNz=="));
}

}  // namespace
}  // namespace plumbline::load
