/** One page that fails leaves the frame standing; a chunk that is gone means a newer console. */
import { Alert, Button, Stack, Text } from "@mantine/core";
import { Component, type ReactNode } from "react";
import { textsOf } from "../base/language.ts";

interface State {
  readonly error?: Error;
}

/** What browsers say when a module cannot be fetched. */
const GONE = /dynamically imported module|module script failed|preload CSS/i;

export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const text = textsOf("frame");
    const gone = GONE.test(error.message);
    return (
      <Alert color={gone ? "blue" : "red"} title={gone ? undefined : text.pageFailed}>
        <Stack gap="sm" align="start">
          <Text size="sm">{gone ? text.updated : error.message}</Text>
          <Button
            size="xs"
            variant="light"
            onClick={() => (gone ? location.reload() : this.setState({ error: undefined }))}
          >
            {gone ? text.reload : text.tryAgain}
          </Button>
        </Stack>
      </Alert>
    );
  }
}
